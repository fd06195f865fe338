import type { ReadField } from '#contract/documents/readings.ts'
import { comparableName } from '#domain/reading/compare-read.ts'

/** A letter names its person with a title, and says more of an address or an issuer. */
const MAY_SAY_MORE: readonly ReadField[] = ['name', 'address', 'issuer']

/** Whether a field was read as it was drawn: capitals and accents are no difference, as on the desk, and one more letter is one. */
export function isReadRightly(field: ReadField, read: string | undefined, drawn: string): boolean {
  const [text, whole] = [comparableName(read ?? ''), comparableName(drawn)]
  return MAY_SAY_MORE.includes(field) ? ` ${text} `.includes(` ${whole} `) : text === whole
}
