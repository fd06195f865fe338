/** Shorter words say nothing: too many passwords begin with one. */
const SHORTEST_WORD = 4

let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is one of those that are tried first, because people chose it before and it came out: as it is, in
 * other case, with digits and signs around it, or written several times. The list is in a package, and nothing is asked of
 * anyone else.
 */
export async function isKnownPassword(password: string): Promise<boolean> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((known) => String(known).toLowerCase())),
  )
  const known = await loading
  const text = password.normalize('NFKC').toLowerCase()
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [text, word, repeated(text), repeated(word)].some(
    (form) => form !== undefined && (form === '' || (form.length >= SHORTEST_WORD && known.has(form))),
  )
}

/** The part that makes up the whole text when it is written two or more times; nothing of one to three letters is left. */
function repeated(text: string): string | undefined {
  const part = /^(.+?)\1+$/su.exec(text)?.[1]
  if (part === undefined) return undefined
  return part.length < SHORTEST_WORD ? '' : part
}
