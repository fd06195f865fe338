import type { DocumentSlot } from '#contract/documents/documents.ts'

/** Photos that are taken one after the other, and those that are there. */
export interface PhotoSeries {
  slots: readonly DocumentSlot[]
  done: readonly DocumentSlot[]
}

/** Returns which photo of a series this is, as "1 of 4"; null if it stands alone. */
export function placeInSeries({ slots }: PhotoSeries, slot: DocumentSlot): string | null {
  const index = slots.indexOf(slot)
  return index >= 0 && slots.length > 1 ? `${index + 1} of ${slots.length}` : null
}
