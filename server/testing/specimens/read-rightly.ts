import type { ReadField } from '#contract/documents/readings.ts'
import { comparableName } from '#domain/reading/compare-read.ts'

/** A letter gives its person a title, and says more about an address or an issuer. */
const MAY_SAY_MORE: readonly ReadField[] = ['name', 'address', 'issuer']

/**
 * Whether a field was read as it was drawn: as on the desk, capitals and accents make no difference, but one
 * extra letter does.
 */
export function isReadRightly(field: ReadField, read: string | undefined, drawn: string): boolean {
  const [text, whole] = [comparableName(read ?? ''), comparableName(drawn)]
  return MAY_SAY_MORE.includes(field) ? ` ${text} `.includes(` ${whole} `) : text === whole
}
