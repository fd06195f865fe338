import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { and, eq, isNull, sql } from 'drizzle-orm'
import {
  type DocType,
  type DocumentSlot,
  MAX_STORED_BYTES,
  MAX_STORED_FILES,
  STORED_TYPES,
} from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { isIdSide } from '#domain/cases/document-requirements.ts'
import { JUDGED_EDGE, judgePicture, type PictureJudgement } from '#domain/documents/picture-quality.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { lockOrStartCase, moveCase } from '#server/model/cases/cases.ts'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import { CommitUnknown, type Db } from '#server/platform/database/database.ts'
import { isSealing } from '#server/platform/database/installation.ts'
import { attachFile } from '#server/platform/files/file-journal.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { isLookedAt } from './reading/read-by-machine.ts'
import { isEvidence, isOtherKind, requireEditable, requireWanted } from './upload-policy.ts'

export interface IncomingDocument {
  userId: number
  /** Whose evidence it is, if the upload says so; a company's documents are all in the additional slot. */
  kind?: CaseKind | undefined
  slot: DocumentSlot
  fileName: string
  /** From the header or data URL. */
  declaredType?: string | undefined
  source: Readable
  maxBytes: number
  /** The kind of ID document it is a side of, and its printed dates, if the person states them. */
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
  signal: AbortSignal
  origin: Origin
  /** Called again once the file is here: throws if it may not be stored any more. */
  stillAllowed?: (() => Promise<void>) | undefined
  /** Further changes in the same transaction. */
  alongside?: (tx: Db, row: DocumentRow) => Promise<void>
}

/**
 * Stores a document: the file first, safe and encrypted, then its row, event and case in one transaction; a
 * failure at any point leaves neither (choices §5.1, security R48). The document it replaces stays as a former
 * version. Throws VALIDATION_ERROR for dates that rule it out, PROFILE_LOCKED or INVALID_STATE if the case
 * accepts no files, and what the vault throws.
 */
export async function storeDocument(services: Services, incoming: IncomingDocument): Promise<DocumentRow> {
  const { userId, slot } = incoming
  // Checked before the bytes, to refuse early; the check under the case's lock inside the transaction decides.
  const kind = await requireWanted(services.database.db, incoming, services.now())
  let problems: PictureProblem[] | undefined
  const received = await services.files.receive({
    person: String(userId),
    source: incoming.source,
    fileName: incoming.fileName,
    declaredType: incoming.declaredType,
    maxBytes: incoming.maxBytes,
    accepted: STORED_TYPES[slot],
    onPicture: async (jpeg) => {
      problems = (await judgeJpeg(jpeg, slot)).problems
    },
    signal: incoming.signal,
  })
  try {
    incoming.signal.throwIfAborted()
    await incoming.stillAllowed?.()
    return await services.database.transaction(async (tx) => {
      const row = await writeRow(services, tx, { ...incoming, kind, problems }, received)
      await incoming.alongside?.(tx, row)
      return row
    })
  } catch (error) {
    // If the row may be there, its file must be; if it isn't, the sweep removes the file.
    if (!(error instanceof CommitUnknown)) await services.files.discard(received)
    throw error
  }
}

type Received = Awaited<ReturnType<Services['files']['receive']>>

async function writeRow(
  services: Services,
  tx: Db,
  incoming: IncomingDocument & { kind: CaseKind; problems: PictureProblem[] | undefined },
  received: Received,
): Promise<DocumentRow> {
  const { userId, kind, slot, origin } = incoming
  const at = services.now()
  const stored = await lockOrStartCase(tx, userId, kind, at)
  const replacesOtherKind = await isOtherKind(tx, stored, incoming)
  requireEditable(stored, slot, at, replacesOtherKind)
  await requireRoom(tx, userId, received.original.bytes)
  if (isEvidence(kind, slot)) {
    const command = {
      type: 'replace_evidence',
      actor: { kind: 'user', id: userId },
      key: slot,
      evidence: received.original.sha256,
      isOtherKind: replacesOtherKind,
    } as const
    await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
  }
  const former = isEvidence(kind, slot) ? await supersede(tx, { userId, kind, slot }, at) : undefined
  const bound = {
    id: randomUUID(),
    userId,
    kind,
    slot,
    sha256: received.original.sha256,
    storageKey: received.original.key,
    renditionKey: received.rendition.key,
  }
  const [row] = await tx
    .insert(documents)
    .values({
      ...bound,
      docType: isIdSide(slot) ? (incoming.docType ?? null) : null,
      fileName: received.fileName,
      mime: received.original.mime,
      bytes: received.original.bytes,
      pages: received.pages ?? null,
      width: received.rendition.width,
      height: received.rendition.height,
      renditionMime: received.rendition.mime,
      problems: incoming.problems ?? null,
      ...received.wrapFor((await isSealing(tx)) ? documentBinding(bound) : undefined),
      issuedOn: incoming.issuedOn ?? null,
      expiresOn: incoming.expiresOn ?? null,
      createdAt: at,
    })
    .returning()
  if (!row) throw new Error('An insert answers with its row')
  await attachFile(tx, row.storageKey)
  await recordEvent(tx, {
    at,
    type: former ? 'document.replaced' : 'document.stored',
    actor: { kind: 'user', id: userId },
    userId,
    caseId: stored.id,
    subject: `document:${row.id}`,
    before: former && { id: former.id, sha256: former.sha256 },
    after: { slot, sha256: row.sha256, bytes: row.bytes, ...(row.pages && { pages: row.pages }) },
    origin,
  })
  if (services.config.readsDocuments && isLookedAt(row))
    await services.jobs.enqueue(tx, 'read-document', { documentId: row.id })
  return row
}

async function supersede(
  tx: Db,
  { userId, kind, slot }: Pick<DocumentRow, 'userId' | 'kind' | 'slot'>,
  at: Date,
): Promise<DocumentRow | undefined> {
  const [former] = await tx
    .update(documents)
    .set({ supersededAt: at })
    .where(
      and(
        eq(documents.userId, userId),
        eq(documents.kind, kind),
        eq(documents.slot, slot),
        isNull(documents.supersededAt),
      ),
    )
    .returning()
  return former
}

/**
 * At most 40 files and 200 MB per person, including former versions (security R46). The person's lock orders
 * concurrent uploads, which may belong to two cases.
 */
async function requireRoom(tx: Db, userId: number, bytes: number): Promise<void> {
  await lockUser(tx, userId)
  const [held] = await tx
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${documents.bytes}), 0)::int`,
    })
    .from(documents)
    .where(eq(documents.userId, userId))
  if (held && (held.files >= MAX_STORED_FILES || held.bytes + bytes > MAX_STORED_BYTES)) {
    throw new AppError(
      'INVALID_STATE',
      'Your account has reached its limit of stored files. Contact support to make room.',
    )
  }
}

/** What is visibly wrong with a picture, judged the same way as in the browser. */
export async function judgeJpeg(jpeg: Buffer, slot: DocumentSlot): Promise<PictureJudgement> {
  const sharp = await loadSharp()
  const picture = sharp(jpeg)
  const about = await picture.metadata()
  const { data, info } = await picture
    .resize({ width: JUDGED_EDGE, height: JUDGED_EDGE, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return judgePicture({ width: info.width, height: info.height, pixels: data }, slot, about.width)
}
