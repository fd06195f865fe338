import { and, count, eq } from 'drizzle-orm'
import { COMPLAINT_DAYS, OPEN_COMPLAINTS } from '#contract/privacy/privacy.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { closeNotices, giveNotice, tellStaffWhoMay } from '#server/model/mail/notices.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { type ComplaintRow, complaints } from '#server/model/schema/privacy.ts'
import { recordAct, requireOther, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { referenceOf } from './request-lists.ts'

/**
 * Stores a complaint about data protection and acknowledges it by email at once (law §4.1). The same text twice
 * is one complaint while it is open (security R49). Throws INVALID_STATE if too many are open.
 */
export async function complain(
  services: Services,
  userId: number,
  { text, origin }: { text: string; origin: Origin },
): Promise<ComplaintRow> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    await lockUser(tx, userId)
    const isOpen = and(eq(complaints.userId, userId), eq(complaints.state, 'open'))
    const [same] = await tx
      .select()
      .from(complaints)
      .where(and(isOpen, eq(complaints.text, text)))
    if (same) return same
    const [open] = await tx.select({ n: count() }).from(complaints).where(isOpen)
    if ((open?.n ?? 0) >= OPEN_COMPLAINTS)
      throw new AppError(
        'INVALID_STATE',
        `You have ${OPEN_COMPLAINTS} open complaints. Wait for our answer, or write to ${services.config.company.complaintsEmail}.`,
      )
    const [made] = await tx
      .insert(complaints)
      .values({
        userId,
        state: 'open',
        text,
        createdAt: at,
        dueAt: new Date(at.getTime() + COMPLAINT_DAYS * DAY_MS),
      })
      .returning()
    if (!made) throw new Error('An insert answers with its row')
    const key = `complaint:${made.id}`
    await recordEvent(tx, {
      at,
      type: 'complaint.made',
      actor: { kind: 'user', id: userId },
      userId,
      subject: key,
      origin,
    })
    await tellStaffWhoMay(tx, 'privacy.decide', {
      title: `{about} made data-protection complaint ${referenceOf(made)}`,
      path: '/admin/privacy?tab=complaints',
      key,
      about: { userId },
      urgent: { task: key },
      at,
    })
    await mailPerson(services, tx, {
      kind: 'complaint-received',
      props: { reference: referenceOf(made), dueAt: made.dueAt },
      userId,
      messageKey: key,
      at,
    })
    return made
  })
}

/**
 * Answers an open complaint; the answer is emailed. Throws NOT_FOUND, FORBIDDEN for one's own, and INVALID_STATE
 * if it was answered already.
 */
export async function answerComplaint(
  services: Services,
  act: StaffAct,
  id: number,
  answer: string,
): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const row = await lockComplaint(tx, id, act)
    if (row.state !== 'open') throw new AppError('INVALID_STATE', 'This complaint has already been answered.')
    await tx
      .update(complaints)
      .set({ state: 'answered', answer, answeredAt: at, answeredBy: act.actor.id })
      .where(eq(complaints.id, id))
    const { userId } = row
    const key = `complaint:${id}:answered`
    await closeNotices(tx, `complaint:${id}`, at)
    await recordAct(tx, act, { at, type: 'complaint.answered', userId, subject: `complaint:${id}` })
    await giveNotice(tx, {
      title: `Our answer to your complaint ${referenceOf(row)}`,
      path: '/profile/privacy',
      userId,
      key,
      at,
    })
    await mailPerson(services, tx, {
      kind: 'complaint-answered',
      props: { reference: referenceOf(row), answer },
      userId,
      messageKey: key,
      at,
    })
  })
}

/**
 * Closes a complaint that was answered. Throws NOT_FOUND, FORBIDDEN for one's own, and INVALID_STATE for any
 * other.
 */
export async function closeComplaint(services: Services, act: StaffAct, id: number): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const row = await lockComplaint(tx, id, act)
    if (row.state !== 'answered')
      throw new AppError(
        'INVALID_STATE',
        row.state === 'open' ? 'Answer the complaint first.' : 'This complaint is already closed.',
      )
    await tx.update(complaints).set({ state: 'closed', closedAt: at }).where(eq(complaints.id, id))
    const { userId } = row
    await recordAct(tx, act, { at, type: 'complaint.closed', userId, subject: `complaint:${id}` })
  })
}

async function lockComplaint(tx: Db, id: number, act: StaffAct): Promise<ComplaintRow> {
  const [row] = await tx.select().from(complaints).where(eq(complaints.id, id)).for('update')
  if (!row) throw new AppError('NOT_FOUND', 'There is no such complaint.')
  requireOther(act, row.userId)
  return row
}
