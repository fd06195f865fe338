import type { PhoneHandOff } from '#contract/documents/hand-offs.ts'
import { api } from '#web/lib/api.ts'

let opening: Promise<PhoneHandOff | null> | undefined

/**
 * Opens the link of this address, or carries on with one that this phone has opened; null where there is none any more. A link
 * works once, so it is opened once, however often the page is drawn; after that it is taken out of the address.
 */
export function openOnPhone(): Promise<PhoneHandOff | null> {
  const token = location.hash.slice(1)
  if (token) {
    history.replaceState(history.state, '', location.pathname)
    opening = api('POST /api/phone/hand-off/open', { body: { token } }).then(({ handOff }) => handOff)
  }
  opening ??= api('GET /api/phone/hand-off').then(({ handOff }) => handOff)
  return opening
}

/** Connects this phone by the short code that is typed. Throws ApiError. */
export async function openByCode(code: string): Promise<PhoneHandOff> {
  const { handOff } = await api('POST /api/phone/hand-off/open-by-code', { body: { code } })
  opening = Promise.resolve(handOff)
  return handOff
}
