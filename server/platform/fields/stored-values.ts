import type { Stored } from '#server/platform/database/columns.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isSealing } from '#server/platform/database/installation.ts'
import { AlteredValueError, type FieldPlace } from './field-cipher.ts'

type None = null | undefined

/** Turns values into what their rows store. */
export interface Sealer {
  text(value: string, place: FieldPlace): Stored<string>
  text(value: string | None, place: FieldPlace): Stored<string> | null
  json<T>(value: T, place: FieldPlace): Stored<T>
  /** Encrypts equal texts of one place to equal texts, so that the database can compare them. */
  alike(value: string, place: FieldPlace): Stored<string>
}

/**
 * How rows store values at this moment: encrypted, or readable by the former release while it may still be
 * serving.
 */
export async function sealerFor(db: Db): Promise<Sealer> {
  const isOn = await isSealing(db)
  return {
    text: (value: string | None, place: FieldPlace) =>
      (value && isOn ? db.$fields.seal(value, place) : (value ?? null)) as never,
    json: (value, place) => (isOn ? db.$fields.seal(JSON.stringify(value), place) : value) as never,
    alike: (value, place) => (isOn ? db.$fields.sealAlike(value, place) : value) as never,
  }
}

/** Returns the original text. Throws AlteredValueError if it was altered or belongs elsewhere. */
export function openText(db: Db, stored: Stored<string>, place: FieldPlace): string
export function openText(db: Db, stored: Stored<string> | None, place: FieldPlace): string | null
export function openText(db: Db, stored: Stored<string> | None, place: FieldPlace): string | null {
  const text = stored as unknown as string | None
  return text ? db.$fields.open(text, place) : (text ?? null)
}

/** Returns the original value. Throws AlteredValueError if it was altered or belongs elsewhere. */
export function openJson<T>(db: Db, stored: Stored<T>, place: FieldPlace): T {
  const value: unknown = stored
  if (typeof value !== 'string') return value as T
  const text = db.$fields.open(value, place)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AlteredValueError(place, { cause })
  }
}
