import { statement } from '#server/platform/database/statement.ts'

export const selectSpellings = statement({
  text: `select word, search_spellings(word) as spellings
     from string_to_table(search_words($1), ' ') with ordinality as typed (word, place) where word <> ''
     group by word order by max(place)`,
  takes: ['text'],
  gives: { word: 'text', spellings: 'text[]' },
})
