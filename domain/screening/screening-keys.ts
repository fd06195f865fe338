import { consonantsOf } from './bare-names.ts'
import { END_LETTERS, mostSlips } from './screening-similarity.ts'
import type { NameWord } from './split-names.ts'

/** Increased with each change to how names are looked up or compared; lists in force are then indexed again. */
export const MATCHER_VERSION = 9

/** In a word this short, a mistake in the middle changes both its start and its end. */
const SHORT = 2 * END_LETTERS - 1

/**
 * Returns the keys to look up a word (law §3.3, step 2). Words that the comparison finds alike share one, so that none
 * is missed: words in `forms` sound alike, have the same consonants or are forms of one first name; those in
 * `spellings` are written alike.
 */
export function wordKeys({ text, sound }: Pick<NameWord, 'text' | 'sound'>): {
  forms: string[]
  spellings: string[]
} {
  const forms = [`~${sound}`, consonantKey(consonantsOf(text)), ...variantKeys(text)]
  const spellings = [`${text.slice(0, END_LETTERS)}-`, `-${text.slice(-END_LETTERS)}`]
  if (text.length <= SHORT)
    spellings.push(text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1)))
  // Neighbours swapped at the boundary of start and end.
  else spellings.push(`${text[0]}${[...text.slice(1)].sort().join('')}*`)
  return { forms, spellings }
}

/** Returns the key of words with these consonants, for names written without vowels. */
export function consonantKey(consonants: string): string {
  return `%${consonants}`
}

/** Returns the letters of a word, one bit each; letters of other scripts share bits. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters >>> 0
}

/**
 * Whether words of these lengths and letters may be written alike: a mistake removes at most one letter and adds at
 * most one, so larger differences mean another word.
 */
export function mayBeAlike(
  a: { length: number; letters: number },
  b: { length: number; letters: number },
): boolean {
  const most = mostSlips(Math.max(a.length, b.length))
  return (
    Math.abs(a.length - b.length) <= most &&
    bitsIn(a.letters & ~b.letters) <= most &&
    bitsIn(b.letters & ~a.letters) <= most
  )
}

function bitsIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Returns a registration number without separators and leading zeros. */
export function comparedNumber(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')
}

/** Returns a hash of a key; the comparison afterwards tells colliding keys apart. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** First names in their common forms: short forms and spellings of one name, in the languages of the lists. */
const VARIANTS = `
alexander alex sasha sandy aleksandr aleksander oleksandr alexandr shura sanya sania
aleksandra alexandra sasha sandra shura
aleksei alexei alexey aleksey alyosha oleksii lyosha lyoha
anastasia nastya anastasiya
andrew andy drew
andrei andrey andriy
anthony tony antony
benjamin ben benny
boris borya
catherine kate katie cathy katherine kathryn
christopher chris kit
daniel dan danny daniil
david dave davey
dmitry dmitri dima dmitriy dmytro mitya
edward ed eddie ted teddy ned
ekaterina katya yekaterina kateryna
elizabeth liz lizzie beth betty eliza
evgeny yevgeny evgeni evgenii yevgeniy yevgeni zhenya eugene
frederick fred freddie
gennady gennadi gennadiy gena
george georgi georgy georgiy yuri zhora gosha jorge
gregory greg grigory grigori
henry harry hank
igor ihor
ivan vanya
jacob jake yakov
james jim jimmy jamie
john johnny jack jon
jonathan jon
joseph joe joey iosif josef
konstantin kostya
lawrence larry laurence
leonid lyonya
margaret maggie meg peggy
maria masha mariya
matthew matt
michael mike mick mikhail misha mickey
mohammed muhammad mohamed mohammad muhammed mohamad muhamed mehmet md mohd muhammet
natalia natasha nataliya natalya
nicholas nick nicky nikolai nikolay mykola kolya
olga olya
patrick pat paddy
pavel pasha pavlo paul
peter pete petr pyotr petro
philip phil phillip filipp
richard rick dick richie
robert bob rob bobby robbie bert
ronald ron ronnie
samuel sam sammy
sergei sergey serge seryozha serhii serhiy
stanislav stas
stephen steve steven stepan
svetlana sveta
tatiana tanya tatyana
theodore ted theo fyodor fedor
thomas tom tommy
timothy tim
valery valeri valeriy valera
viacheslav vyacheslav slava
victor viktor vic vitya
vladimir vova volodya volodymyr vlad
vladislav vlad
william bill billy will willy liam
yuri yury iurii yurii iouri
abdullah abdallah abdulla abdula
ali aly
hussein husayn hossein hussain husein hocine hosein
ibrahim abraham ebrahim
yusuf joseph yousef youssef yousuf youcef yusef
osama usama
omar umar
hassan hasan hacene
anatoly anatoli anatoliy tolya
irina iryna ira
charles charlie chuck
francisco paco frank francis
augustus august gus
jessica jess jessie
jose pepe
ahmad ahmed ahmet`

const groupsOf = new Map<string, Set<number>>()
for (const [group, line] of VARIANTS.trim().split('\n').entries())
  for (const name of line.split(' ')) groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(group))

/** Whether two words in lower-case Latin letters are forms of one first name: Bill and William, Masha and Mariya. */
export function areVariants(a: string, b: string): boolean {
  const [ours, theirs] = [groupsOf.get(a), groupsOf.get(b)]
  if (!ours || !theirs) return false
  for (const group of ours) if (theirs.has(group)) return true
  return false
}

/** Returns a word's groups of forms, as look-up keys. */
function variantKeys(text: string): string[] {
  return [...(groupsOf.get(text) ?? [])].map((group) => `=${group}`)
}
