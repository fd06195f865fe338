import { recordEvent } from '#server/model/audit/record-event.ts'
import { lockCase } from '#server/model/cases/cases.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import { findReading, storeLikeness } from '#server/model/documents/document-readings.ts'
import { faceChoiceOf } from '#server/model/documents/document-signals.ts'
import type { FaceComparisonPort } from '#server/model/faces/face-comparison-port.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { seenPicture } from '../reading/seen-picture.ts'

/**
 * Compares a selfie with the photo on its person’s ID and stores how similar they are, but no template. Only if
 * the operator has a legal basis, the person was told before and hasn't objected, and reviewers have both
 * photos. The event has that basis. Does nothing for a pair that was compared already.
 */
export async function compareWithPortrait(
  services: Services,
  faces: FaceComparisonPort,
  selfie: DocumentRow,
): Promise<void> {
  const { config, database, now } = services
  if (!config.faceComparison) return
  const { basis } = config.faceComparison
  const portrait = await portraitFor(database.db, selfie)
  if (!portrait) return
  const known = (await findReading(database.db, selfie.id))?.likeness
  if (known?.portrait === portrait.id && known.reader >= faces.version) return
  const likeness = await faces.compare(
    await seenPicture(services, selfie),
    await seenPicture(services, portrait),
  )
  await database.transaction(async (tx) => {
    const stored = await lockCase(tx, selfie.userId, 'consumer')
    // An objection, or another photo, may have arrived meanwhile.
    if (!stored || (await portraitFor(tx, selfie))?.id !== portrait.id) return
    const at = now()
    await storeLikeness(tx, selfie.id, {
      likeness,
      portrait: portrait.id,
      reader: faces.version,
      comparedAt: at.toISOString(),
    })
    // Without the result, which its person can have deleted.
    await recordEvent(tx, {
      at,
      type: 'faces.compared',
      actor: { kind: 'system' },
      userId: selfie.userId,
      caseId: stored.id,
      subject: `document:${selfie.id}`,
      after: { portrait: portrait.id, reader: faces.version, basis },
    })
  })
}

/** The photo that a selfie may be compared with now. */
async function portraitFor(db: Db, selfie: DocumentRow): Promise<DocumentRow | undefined> {
  const choice = await faceChoiceOf(db, selfie.userId)
  if (!choice?.isSubmitted || !choice.toldAt || choice.byPeopleAt) return undefined
  const documents = await currentDocuments(db, selfie.userId)
  if (!documents.some(({ id }) => id === selfie.id)) return undefined
  return documents.find(({ slot }) => slot === 'id-front')
}
