import type { BadgeLook } from '#contract/badge.ts'
import { type DocType, type DocumentSlot, SLOT_LABELS, slotsOf } from '#contract/documents/documents.ts'
import type { DocumentsStanding, SlotStanding } from '#contract/verification/standing.ts'
import type { Case } from '#domain/cases/case.ts'
import { applicantItems } from '#domain/cases/case-view.ts'
import { countedSlots, isOptionalSlot } from '#domain/cases/document-requirements.ts'
import { returnedItemsOf } from '#domain/cases/returned-items.ts'

export interface DocumentFacts {
  /** The chosen ID document; null until one is. */
  docType: DocType | null
  /** The slots that hold a file. */
  held: readonly string[]
  /** Whether only their company is verified, which requires none of the four. */
  forCompanyOnly?: boolean
  /** The person's own case; null before one is started. */
  current: Pick<Case, 'state' | 'items'> | null
}

const BADGES: Readonly<Record<SlotStanding['status'], BadgeLook>> = {
  uploaded: { label: 'Uploaded', family: 'green', icon: 'circle-check' },
  missing: { label: 'Missing', family: 'yellow', icon: 'circle-dashed' },
  optional: { label: 'Optional', family: 'neutral', icon: 'circle-dashed' },
  not_needed: { label: 'Not needed', family: 'neutral', icon: 'check' },
  returned: { label: 'Action Required', family: 'red', icon: 'circle-alert' },
}

/**
 * Returns a person’s slots with their standing, and how many of the four required ones are done: uploaded, or not
 * needed by this person. A returned one is not done until another file replaces it; its reasons are shown until the
 * case is submitted again.
 */
export function documentsStanding(facts: DocumentFacts): DocumentsStanding {
  const slots = slotsOf('consumer').map((slot) => slotStanding(slot, facts))
  const isDone = ({ status }: SlotStanding) => status === 'uploaded' || status === 'not_needed'
  const asked = slots.filter(({ slot }) => !isOptionalSlot(slot))
  return { docType: facts.docType, done: asked.filter(isDone).length, total: asked.length, slots }
}

function slotStanding(slot: DocumentSlot, facts: DocumentFacts): SlotStanding {
  const status = slotStatus(slot, facts)
  const item = facts.current && applicantItems(facts.current).find(({ key }) => key === slot)
  return {
    slot,
    label: SLOT_LABELS[slot],
    status,
    badge: BADGES[status],
    reasons: item?.reasons.map(({ wrong, right }) => ({ wrong, remedy: right })) ?? [],
  }
}

function slotStatus(slot: DocumentSlot, facts: DocumentFacts): SlotStanding['status'] {
  const { docType, held, forCompanyOnly, current } = facts
  // A file in a slot that nothing requires is not evidence.
  if (!countedSlots(docType).includes(slot)) return 'not_needed'
  if (isSentBack(slot, current)) return 'returned'
  if (forCompanyOnly) return 'not_needed'
  if (held.includes(slot)) return 'uploaded'
  return isOptionalSlot(slot) ? 'optional' : 'missing'
}

/** Whether the returned file is still the one in the slot. */
function isSentBack(slot: DocumentSlot, current: DocumentFacts['current']): boolean {
  if (!current) return false
  return returnedItemsOf(current, () => undefined, null).some(({ key, isFixed }) => key === slot && !isFixed)
}
