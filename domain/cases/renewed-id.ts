import type { DocType } from '#contract/documents/documents.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { fitsDocType, type GivenFile, type PrintedDates } from './document-problems.ts'
import { isExpiredOn, isIdSide, requiredSlots } from './document-requirements.ts'

/** The ID of someone who was verified, and what they have given since. */
export interface RenewedId {
  /** The kind that was approved, and when; without a time everything counts as given since. */
  approved: { docType: DocType; at: Date | null }
  /** The current files. */
  files: readonly (Pick<GivenFile, 'slot' | 'docType' | 'uploadedAt'> & Pick<PrintedDates, 'expiresOn'>)[]
}

/** Whether someone who confirms their details gives a new ID with it, and which of its sides are left to give. */
interface IdRenewal {
  isNew: boolean
  left: readonly IdSide[]
}

type IdSide = 'id-front' | 'id-back'

/**
 * Returns what is left to give of an ID of the chosen kind (cases, Confirmation): nothing while the approved document
 * counts, else each side that isn't there, has expired, is of another kind, or is the approved one, because a new card
 * has a new back.
 */
export function idRenewal(chosen: DocType, { approved, files }: RenewedId, today: PlainDate): IdRenewal {
  const sides = requiredSlots(chosen)
    .filter(isIdSide)
    .map((side) => {
      const file = files.find(({ slot }) => slot === side)
      const isGivenSince = file !== undefined && (approved.at === null || file.uploadedAt > approved.at)
      const docType = file?.docType ?? (isGivenSince ? null : approved.docType)
      const counts =
        file !== undefined &&
        fitsDocType({ docType }, chosen) &&
        !(file.expiresOn && isExpiredOn(file.expiresOn, today))
      return { side, counts, isGivenSince }
    })
  const isNew = sides.some(({ counts, isGivenSince }) => !counts || isGivenSince)
  const left = sides.filter(({ counts, isGivenSince }) => !counts || !isGivenSince)
  return { isNew, left: isNew ? left.map(({ side }) => side) : [] }
}
