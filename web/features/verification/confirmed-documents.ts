import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { KycProfile } from '#contract/onboarding/onboarding.ts'
import { isExpiredOn } from '#domain/cases/document-requirements.ts'
import type { RenewedId } from '#domain/cases/renewed-id.ts'
import { type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import type { OwnCase } from '#web/shared/verification/own-case.ts'

/** The ID that was approved, and what has been given since, for the rule about both. */
export function renewedId(
  { decidedAt }: Pick<OwnCase, 'decidedAt'>,
  { doc_type }: Pick<KycProfile, 'doc_type'>,
  documents: readonly StoredDocument[],
): RenewedId {
  return {
    approved: { docType: doc_type, at: decidedAt === null ? null : new Date(decidedAt) },
    files: documents.map(({ documentType, docType, uploadedAt, expiresOn }) => ({
      slot: documentType,
      docType,
      uploadedAt: new Date(uploadedAt),
      expiresOn: parsePlainDate(expiresOn ?? ''),
    })),
  }
}

/** Whether a document has expired as of a day. */
export function hasExpired({ expiresOn }: Pick<StoredDocument, 'expiresOn'>, today: PlainDate): boolean {
  const on = parsePlainDate(expiresOn ?? '')
  return on !== null && isExpiredOn(on, today)
}
