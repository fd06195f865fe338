import { and, eq, inArray } from 'drizzle-orm'
import { DocType, DocumentSlot } from '#contract/documents/document-schemas.ts'
import type { HandOff, HandOffState, PhoneHandOff } from '#contract/documents/hand-offs.ts'
import { isQuestioned } from '#domain/documents/photos-to-take.ts'
import type { Config } from '#server/config.ts'
import { isLiving } from '#server/model/access/session-store.ts'
import { answeredFile, currentDocuments } from '#server/model/cases/documents.ts'
import { CONSUMER_DRAFT, readDraft } from '#server/model/cases/drafts.ts'
import { documentUploads, type HandOffRow } from '#server/model/schema/documents.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { undoablePhotos } from '../undo-upload.ts'

/** Returns what the phone may know about its hand-off. */
export async function presentToPhone(db: Db, row: HandOffRow): Promise<PhoneHandOff> {
  const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, row.userId))
  const accountName = user?.name?.trim().split(/\s+/)[0]
  // Someone who has just signed up may have given their name only in the application.
  const firstName = accountName || (await readDraft(db, row.userId, CONSUMER_DRAFT)).draft?.firstName?.trim()
  return {
    firstName: firstName || null,
    docType: askedDocType(row),
    expiresAt: row.expiresAt.toISOString(),
    slots: await slotsOf(db, row),
    undoable: await undoableOf(db, row),
  }
}

/** Returns what this phone has sent and can still undo. */
async function undoableOf(db: Db, { id, userId }: HandOffRow): Promise<PhoneHandOff['undoable']> {
  const photos = await undoablePhotos(db, userId, await currentDocuments(db, userId, 'consumer'))
  const ids = photos.map((photo) => photo.id)
  const sent = await db
    .select({ slot: documentUploads.slot, upload: documentUploads.id })
    .from(documentUploads)
    .where(and(eq(documentUploads.handOffId, id), inArray(documentUploads.documentId, ids)))
  return sent.map(({ slot, upload }) => ({ slot: DocumentSlot.parse(slot), upload }))
}

/** Returns the hand-off as the computer sees it. */
export async function presentHandOff(db: Db, row: HandOffRow, when: Judged): Promise<HandOff> {
  return {
    id: row.id,
    state: await stateOf(db, row, when),
    openedAt: row.openedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    docType: askedDocType(row),
    slots: await slotsOf(db, row),
  }
}

async function slotsOf(db: Db, row: HandOffRow): Promise<HandOff['slots']> {
  const given = await currentDocuments(db, row.userId, 'consumer')
  const files = given.map(answeredFile)
  return row.slots.map((slot) => {
    const document = given.find((other) => other.slot === slot && other.createdAt >= row.createdAt)
    return {
      slot: DocumentSlot.parse(slot),
      isStored: document !== undefined,
      isQuestioned: document !== undefined && isQuestioned(answeredFile(document), files),
    }
  })
}

/** At which moment, and with how long sessions live. */
export interface Judged {
  at: Date
  limits: Config['sessions']
}

/** How a hand-off is judged now. */
export function judgedNow({ config, now }: Pick<Services, 'config' | 'now'>): Judged {
  return { at: now(), limits: config.sessions }
}

/**
 * Returns a hand-off’s state at a moment: nothing is stored when it expires, or when the session that started it ends
 * by itself.
 */
export async function stateOf(
  db: Db,
  { endedAt, expiresAt, openedAt, sessionHash }: HandOffRow,
  { at, limits }: Judged,
): Promise<HandOffState> {
  if (endedAt) return 'ended'
  if (expiresAt <= at) return 'expired'
  // A former release didn't say which session made it.
  if (sessionHash !== null && !(await isLiving(db, sessionHash, limits, at))) return 'ended'
  return openedAt ? 'connected' : 'waiting'
}

/** Returns the kind of ID document that a hand-off asks for; null if none was chosen. */
export function askedDocType({ docType }: HandOffRow): DocType | null {
  return docType === null ? null : DocType.parse(docType)
}
