import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { type Act, recordEvent } from '#server/model/audit/record-event.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { alarmSuperAdmins, mailPerson } from '#server/model/mail/mail-person.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { DOCUMENT_FAULTS, type DocumentFault, documentFault } from './document-proof.ts'

const REFUSED =
  'We can’t show this file: it isn’t the one that was uploaded here. We’ve told our team, and everything is kept as it is.'

/**
 * Throws INVALID_STATE if a document isn't the one that its person uploaded, after recording that in the ledger
 * and alerting super admins.
 */
export async function requireProven(services: Services, row: DocumentRow, act: Act): Promise<void> {
  const fault = await documentFault(services.database.db, services.files, row)
  if (!fault) return
  await refuseDocument(services, row, fault, act)
  throw new AppError('INVALID_STATE', REFUSED)
}

/** Records that a document was refused, counts it, and alerts super admins once a day for as long as it lasts. */
export async function refuseDocument(
  services: Services,
  row: Pick<DocumentRow, 'id' | 'userId' | 'kind' | 'slot'>,
  fault: DocumentFault,
  { actor, origin }: Act,
): Promise<void> {
  const { id, userId } = row
  const at = services.now()
  const file = SLOT_LABELS[DocumentSlot.parse(row.slot)]
  if (services.meter) services.meter.refusedDocuments++
  services.log.error({ documentId: id, fault }, 'A stored document is not the one that was uploaded')
  await services.database.transaction(async (tx) => {
    const kind = CaseKind.parse(row.kind)
    const stored = await findCase(tx, userId, kind)
    await recordEvent(tx, {
      at,
      type: 'document.refused',
      actor,
      userId,
      caseId: stored?.id,
      subject: `document:${id}`,
      after: { slot: row.slot, fault },
      origin,
    })
    const path = `/admin/users/${userId}?tab=${kind === 'business' ? 'business' : 'kyc'}`
    await alarmSuperAdmins(tx, {
      key: `document-refused:${id}:${at.toISOString().slice(0, 10)}`,
      title: 'A stored document may have been changed',
      detail: `${file}: it isn’t the one that was uploaded.`,
      path,
      at,
      mail: (to) =>
        mailPerson(services, tx, {
          kind: 'document-refused',
          props: { file, documentId: id, fault: DOCUMENT_FAULTS[fault], at, path },
          at,
          ...to,
        }),
    })
  })
}
