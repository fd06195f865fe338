import { randomBytes } from 'node:crypto'
import type { BrowserKey, BrowserKeyUse } from '#contract/account/browser-keys.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { AppError } from '#server/platform/http/app-error.ts'

const KEY_BYTES = 32

/** Someone who is here, or a phone that is connected to them. */
export type KeyOwner = `person:${number}` | `phone:${string}`

/**
 * The key that locks what waits in a browser: a new one, or the one that was given with `sealed`. No row keeps it; it is in
 * the browser only sealed, and is opened for its owner and its use alone (security R39). Throws VALIDATION_ERROR for what no
 * key of theirs is.
 */
export function browserKey(
  { $fields }: Pick<Db, '$fields'>,
  owner: KeyOwner,
  { use, sealed }: { use: BrowserKeyUse; sealed?: string | undefined },
): BrowserKey {
  const place: FieldPlace = ['browser_keys', use, owner]
  if (sealed === undefined) {
    const key = randomBytes(KEY_BYTES).toString('base64')
    return { key, sealed: $fields.seal(key, place) }
  }
  // Looked at first: what isn't encrypted would be read as it is.
  if (!$fields.opensAt(sealed, place)) throw unreadable()
  return { key: $fields.open(sealed, place), sealed }
}

function unreadable(): AppError {
  const message = 'This key can’t be opened here.'
  return new AppError('VALIDATION_ERROR', message, { fields: { sealed: message } })
}
