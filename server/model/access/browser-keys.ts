import { randomBytes } from 'node:crypto'
import type { BrowserKey } from '#contract/account/browser-keys.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { AppError } from '#server/platform/http/app-error.ts'

const KEY_BYTES = 32

/** A signed-in person or visitor, or a phone connected to them. */
export type KeyOwner = `person:${number}` | `phone:${string}`

/**
 * The key that encrypts what waits in a browser: a new one, or the one that was issued with `sealed`. No row
 * stores it; the browser has it only in sealed form, which can be opened only by its owner (security R39).
 * Throws VALIDATION_ERROR for anything that isn't a key of theirs.
 */
export function browserKey({ $fields }: Pick<Db, '$fields'>, owner: KeyOwner, sealed?: string): BrowserKey {
  // The first keys were only for files; those that browsers have are sealed for this place.
  const place: FieldPlace = ['browser_keys', 'files', owner]
  if (sealed === undefined) {
    const key = randomBytes(KEY_BYTES).toString('base64')
    return { key, sealed: $fields.seal(key, place) }
  }
  // Checked first: an unencrypted value would be returned as it is.
  if (!$fields.opensAt(sealed, place)) throw unreadable()
  return { key: $fields.open(sealed, place), sealed }
}

function unreadable(): AppError {
  const message = 'This key can’t be opened here.'
  return new AppError('VALIDATION_ERROR', message, { fields: { sealed: message } })
}
