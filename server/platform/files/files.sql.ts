import { as, statement } from '#server/platform/database/statement.ts'

export const insertUpload = statement({
  text: "insert into file_journal (key, rendition_key, purpose, at) values ($1, $2, 'upload', $3)",
  takes: ['text', 'text?', 'timestamptz'],
})

export const deleteJournalEntries = statement({
  text: 'delete from file_journal where key = any($1)',
  takes: ['text[]'],
})

export const deleteUpload = statement({
  text: "delete from file_journal where key = $1 and purpose = 'upload'",
  takes: ['text'],
})

export const upsertRemovals = statement({
  text: `insert into file_journal (key, purpose, at) select key, 'removal', $2 from unnest($1::text[]) key
     on conflict (key) do update set purpose = 'removal', rendition_key = null, at = excluded.at`,
  takes: ['text[]', 'timestamptz'],
})

export const countUpGeneration = statement({
  text: 'update installation set generation = generation + 1 returning id, generation::int',
  gives: { id: 'uuid', generation: 'int4' },
})

export const selectJournalKeys = statement({
  text: 'select key from file_journal where purpose = $1 and at < $2 order by at, key limit $3',
  takes: ['text', 'timestamptz', 'int8?'],
  gives: { key: 'text' },
})

export const lockJournalEntry = statement({
  text: 'select key, rendition_key as rendition, purpose from file_journal where key = $1 for update skip locked',
  takes: ['text'],
  gives: { key: 'text', rendition: 'text?', purpose: as<'upload' | 'removal'>('text') },
})

export const deleteJournalEntry = statement({
  text: 'delete from file_journal where key = $1',
  takes: ['text'],
})

export const selectJournalEntries = statement({
  text: 'select key, rendition_key as rendition from file_journal where key = any($1) or rendition_key = any($1)',
  takes: ['text[]'],
  gives: { key: 'text', rendition: 'text?' },
})
