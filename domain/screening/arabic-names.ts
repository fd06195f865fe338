import type { Word } from './legal-forms.ts'

/** Spellings of `Abd al-`, servant of, before another word; before these it is a word of its own. */
const SERVANT = new Set('abd abdul abdel abdal abdol abdoul abdur abdus abdun abduz abder abdes'.split(' '))
/**
 * The same at the start of a single word, whose article assimilates to the next sound: Abdurrahman, Abdelaziz,
 * Abdirahman.
 */
const SERVANT_WITHIN = /^abd(?:[aeiou]|ou)(?:l|([a-z])(?=\1))?([a-z]{3,})$/
/** Abdullah in all its spellings is one name. */
const ONE_NAME = /^abd[aeiou]+ll?[ae]h?i?$/
const ARTICLE = new Set('al el ul ad ed ud an ar as at az'.split(' '))
/** `al-Din`, of the faith, as the second word or the end of one: Salah Eddin, Salahuddin, Noureddine. */
const OF_FAITH = new Set('uddin eddin eddine addin aldin eldin udin uddeen'.split(' '))
const OF_FAITH_WITHIN = /^([a-z]{3,}?)(?:[aeiou]{1,2}dd(?:in|een|ine|ien)|[aeiou]dine)$/
const FAITH = new Set('din deen dine dien'.split(' '))

/**
 * Splits two-part Arabic names into the same two words, however they are spelt: `Abd al-Rahman`, `Abdul Rahman` and
 * `Abdurrahman`, `Salah al-Din` and `Salahuddin`.
 */
export function partArabicNames(words: readonly Word[]): Word[] {
  const parted: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const [next, afterNext] = [words[at + 1], words[at + 2]]
    const isArticle = next !== undefined && ARTICLE.has(next.text)
    if (SERVANT.has(word.text) && next && (!isArticle || afterNext)) {
      parted.push({ ...word, text: 'abdul' })
      if (isArticle) at++
      continue
    }
    if (parted.length > 0 && ARTICLE.has(word.text) && next && FAITH.has(next.text)) {
      parted.push({ shown: `${word.shown} ${next.shown}`, text: 'uddin' })
      at++
      continue
    }
    if (parted.length > 0 && OF_FAITH.has(word.text)) parted.push({ ...word, text: 'uddin' })
    else parted.push(...withinOne(word))
  }
  return parted
}

function withinOne(word: Word): Word[] {
  const { text } = word
  const [, , servantOf] = (!ONE_NAME.test(text) && SERVANT_WITHIN.exec(text)) || []
  if (servantOf) return halves(word, text.length - servantOf.length, 'abdul', servantOf)
  const [, ofFaith] = OF_FAITH_WITHIN.exec(text) ?? []
  return ofFaith ? halves(word, ofFaith.length, ofFaith, 'uddin') : [word]
}

/** Splits one word into two, each shown as written if its letters are those of the text. */
function halves({ shown, text }: Word, end: number, first: string, second: string): Word[] {
  const isAsWritten = shown.length === text.length
  return [
    { shown: isAsWritten ? shown.slice(0, end) : first, text: first },
    { shown: isAsWritten ? shown.slice(end) : second, text: second },
  ]
}
