import { and, eq, isNotNull } from 'drizzle-orm'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import { MAIL_WAIT_SECONDS } from '#contract/documents/hand-offs.ts'
import { idKindLabel } from '#contract/documents/id-kind.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { addresseeOf } from '#server/model/mail/mail-person.ts'
import { applicants } from '#server/model/schema/applicants.ts'
import { type HandOffRow, handOffs } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { waitText } from '#server/platform/http/rate-limit.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { about, linkPath, ownRow, refusalOf } from './hand-offs.ts'
import { askedDocType, judgedNow, stateOf } from './present-hand-off.ts'

/** Returns the address to which someone's link can be mailed: the confirmed one; undefined if there is none. */
export async function handOffAddressee(
  db: Db,
  userId: number,
): Promise<{ to: string; name: string | null; userId?: number } | undefined> {
  const person = await addresseeOf(db, userId)
  if (person) return { ...person, userId }
  const [visitor] = await db
    .select({ to: applicants.email })
    .from(applicants)
    .where(and(eq(applicants.userId, userId), isNotNull(applicants.provenAt)))
  return visitor && { ...visitor, name: null }
}

/**
 * Mails the link of one of the caller's hand-offs to their address, which it returns. The page sends the token, because
 * only its hash is stored. Throws NOT_FOUND for others', missing ones and another's token alike, INVALID_STATE once a
 * phone has opened it or it has ended, and RATE_LIMITED within a minute of the last mail.
 */
export async function mailHandOff(
  { database, mailer, ...parts }: Pick<Services, 'database' | 'mailer' | 'config' | 'now'>,
  userId: number,
  { id, token }: { id: string; token: string },
  origin: Origin,
): Promise<{ to: string }> {
  const when = judgedNow(parts)
  const { at } = when
  return database.transaction(async (tx) => {
    const row = await ownRow(tx, userId, id, 'locked')
    if (row.tokenHash !== hashToken(token)) throw new AppError('NOT_FOUND', 'There is no such link.')
    const state = await stateOf(tx, row, when)
    if (state !== 'waiting') throw new AppError('INVALID_STATE', refusalOf(state, 'link'))
    const addressee = await handOffAddressee(tx, userId)
    if (!addressee) throw new AppError('INVALID_STATE', 'Confirm your email address first.')
    const wait = secondsToWait(row.mailedAt, at)
    if (wait > 0)
      throw new AppError(
        'RATE_LIMITED',
        `We’ve just emailed it to ${addressee.to}. You can ask again in ${waitText(wait)}.`,
        { retryAfter: wait },
      )
    const { to, name, userId: addresseeId } = addressee
    await tx.update(handOffs).set({ mailedAt: at }).where(eq(handOffs.id, id))
    await mailer.queue(tx, {
      kind: 'hand-off-link',
      props: {
        name,
        path: linkPath(token),
        photos: photosOf(row),
        expiresAt: row.expiresAt,
      },
      to,
      ...(addresseeId !== undefined && { userId: addresseeId }),
      messageKey: `hand-off:${id}:${at.toISOString()}`,
      at,
    })
    await recordEvent(tx, { ...about(row, userId), at, type: 'hand_off.mailed', origin })
    return { to }
  })
}

/** What the phone is asked for, as it and the computer name it. */
function photosOf(row: HandOffRow): string[] {
  return row.slots.map((given) => {
    const slot = DocumentSlot.parse(given)
    const idKind = idKindLabel(slot, askedDocType(row))
    return idKind ? `${SLOT_LABELS[slot]} (${idKind.toLowerCase()})` : SLOT_LABELS[slot]
  })
}

function secondsToWait(mailedAt: Date | null, at: Date): number {
  if (!mailedAt) return 0
  return Math.ceil(MAIL_WAIT_SECONDS - (at.getTime() - mailedAt.getTime()) / 1000)
}
