/** A mail by its number, with the token that the address of its reports bears; null where a former version has queued it. */
export interface NumberedMail {
  id: number
  returnToken: string | null
}

/** Which mail a report is about, and the secret that only its envelope told. */
export interface ReturnedMail {
  mailId: number
  token: string
}

/**
 * The envelope sender of a mail: reports of its delivery go there. It names the mail by a secret of its own, so that no one
 * who hasn't got the mail can report about it (security R53). Undefined where a former version has queued it.
 */
export function returnAddress(bounces: string, { id, returnToken }: NumberedMail): string | undefined {
  if (!returnToken) return undefined
  const at = bounces.lastIndexOf('@')
  return `${bounces.slice(0, at)}+${id}.${returnToken}${bounces.slice(at)}`
}

/** Finds the mail in an address that `returnAddress` has made, wherever it stands in `text`. */
export function returnedMail(text: string): ReturnedMail | undefined {
  const found = /\+(\d{1,15})\.([0-9a-f]{32})@/i.exec(text)
  return found?.[1] && found[2] ? { mailId: Number(found[1]), token: found[2].toLowerCase() } : undefined
}
