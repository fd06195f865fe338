import { recordEvent } from '#server/model/audit/record-event.ts'
import type { Db } from '#server/platform/database/database.ts'
import { markReturned, selectBouncedAt, selectWhyUnwelcome, type Unwelcome } from './mail.sql.ts'

/** Marks an email as bounced or spam if one of its events says so, and records that, once each. */
export async function storeReturn(tx: Db, mailId: number, now: Date): Promise<void> {
  const { rows } = await markReturned(tx, [mailId, now])
  for (const { kind, user_id, case_id, event, description } of rows) {
    if (user_id === null) continue
    await recordEvent(tx, {
      at: now,
      type: `mail.${event}`,
      actor: { kind: 'system' },
      userId: Number(user_id),
      caseId: case_id === null ? undefined : Number(case_id),
      subject: `mail:${kind}`,
      note: description ?? undefined,
    })
  }
}

/** Why an address gets no reminders, in words for staff. */
export const UNWELCOME = {
  bounced: 'An earlier email to this address bounced, so we don’t send reminders to it.',
  complained: 'An earlier email to this address was marked as spam, so we don’t send reminders to it.',
} as const satisfies Record<Unwelcome, string>

/** Why this address gets no reminders, in words for staff; undefined if it may get them. */
export async function unwelcomeAt(db: Db, address: string): Promise<string | undefined> {
  const { rows } = await selectWhyUnwelcome(db, [address])
  const why = rows[0]?.why
  return why ? UNWELCOME[why] : undefined
}

/**
 * When an email to a person's address last bounced; null if none has since they confirmed it. Bounces of
 * someone else's emails to the same address aren't revealed.
 */
export async function bouncedAt(
  db: Db,
  user: { id: number; email: string | null; emailConfirmedAt: Date | null },
): Promise<Date | null> {
  if (user.email === null) return null
  const { rows } = await selectBouncedAt(db, [user.email, user.id, user.emailConfirmedAt])
  return rows[0]?.at ?? null
}
