import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { ItemKey, ReasonCode } from '#contract/verification/cases.ts'
import { hasReturnedSide } from './additional-document.ts'
import type { Case, CaseItem } from './case.ts'
import { emptyItem } from './case-outcome.ts'
import { fitsDocType, type GivenFile } from './document-problems.ts'
import { isIdSide, requiredSlots } from './document-requirements.ts'

/** The ID document as it would be submitted now. */
export interface ChosenId {
  docType: DocType | null
  /** Its current files, each with the kind it was given for. */
  files: readonly Pick<GivenFile, 'slot' | 'docType'>[]
}

const MISSING = { 'id-front': 'ID_FRONT_MISSING', 'id-back': 'ID_BACK_MISSING' } as const satisfies Partial<
  Record<DocumentSlot, ReasonCode>
>

/**
 * Returns a returned case with the sides that another kind of ID needs among what it asks for: a licence given instead of
 * a passport has a back as well, and the back of a licence is none of a permit. Any other case stays as it is.
 */
export function withChosenId<Returned extends Pick<Case, 'state' | 'items'>>(
  current: Returned,
  { docType, files }: ChosenId,
): Returned {
  if (current.state !== 'needs_resubmission' || !hasReturnedSide(current.items)) return current
  const lacking = requiredSlots(docType)
    .filter(isIdSide)
    .filter((side) => !files.some((file) => file.slot === side && fitsDocType(file, docType)))
  const added = lacking.filter((side) => !current.items.some(({ key }) => key === side))
  return {
    ...current,
    items: [
      ...current.items.map((item) => (lacking.some((side) => side === item.key) ? asked(item) : item)),
      ...added.map((side) => asked(emptyItem(side))),
    ],
  }
}

/** Whether a side of the ID is none of the chosen kind: a passport has no back. */
export function isNotNeeded(key: ItemKey, { docType }: ChosenId): boolean {
  return key === 'id-back' && !requiredSlots(docType).includes(key)
}

/** Asks for a side; a returned one keeps its reason. */
function asked(item: CaseItem): CaseItem {
  if (item.decision === 'retry') return { ...item, evidence: null }
  const reasons = item.key === 'id-front' || item.key === 'id-back' ? [MISSING[item.key]] : []
  return { ...item, decision: 'retry', isFinal: false, evidence: null, reasons, text: null }
}
