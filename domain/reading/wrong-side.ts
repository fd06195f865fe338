import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { ReadValue } from '#contract/documents/readings.ts'

/** Whether the front of a driving licence was given as its back, which names no one: only the front prints name and number. */
export function looksLikeFront(
  slot: DocumentSlot,
  docType: DocType | null,
  values: readonly Pick<ReadValue, 'field'>[],
): boolean {
  if (slot !== 'id-back' || docType !== 'drivingLicence') return false
  return values.some(({ field }) => field === 'surname' || field === 'number' || field === 'address')
}
