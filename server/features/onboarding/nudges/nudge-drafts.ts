import { randomBytes } from 'node:crypto'
import { NUDGE_DAYS, type NudgeDay } from '#contract/onboarding/nudges.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import { nudgeDue } from '#domain/onboarding/application-claim.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { addresseeOf, queueRecordedMail } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import { draftNudges } from '#server/model/schema/notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RowOf } from '#server/platform/database/statement.ts'
import { countInTurn, eachInTurn, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { lockDraft, selectLeftAlone } from './nudges.sql.ts'

/** The first reminder goes by calendar days: a draft of this age may be due, a younger one can't be. */
const MIN_AGE_MS = (NUDGE_DAYS[0] - 1) * DAY_MS

interface Draft {
  userId: number
  kind: CaseKind
  savedAt: Date
}

type Row = RowOf<typeof selectLeftAlone>

type Nudging = Pick<Services, 'database' | 'mailer' | 'config' | 'now' | 'log'>

/**
 * Sends reminders of drafts that were abandoned for 7, 14 and 30 days, once each; returns how many (cases, Drafts
 * left alone). A missed day is made up for; running twice, or concurrently, sends nothing more.
 */
export async function nudgeDrafts(
  services: Nudging,
  progress = unattended(services.log),
): Promise<{ nudged: number }> {
  const work = async ({ userId, kind, savedAt, due }: LeftAlone) => {
    const draft = { userId: Number(userId), kind: CaseKind.parse(kind), savedAt }
    return due !== null && services.database.transaction((tx) => nudge(services, tx, draft, due))
  }
  return {
    nudged: await eachInTurn(progress, 'nudged', {
      page: leftAlone(services),
      work,
      failed: 'A reminder of a draft could not be sent',
    }),
  }
}

/** The number of due reminders. */
export function countNudges(services: Pick<Services, 'database' | 'now'>): Promise<number> {
  return countInTurn(leftAlone(services), ({ due }) => due !== null)
}

interface LeftAlone extends Omit<Row, 'nudged'> {
  id: string
  /** Null if none is due, or it was sent. */
  due: NudgeDay | null
}

function leftAlone({ database, now }: Pick<Services, 'database' | 'now'>) {
  const at = now()
  return async (after = '0:', size: number): Promise<LeftAlone[]> => {
    const [userId = '0', kind = ''] = after.split(':')
    const { rows } = await selectLeftAlone(database.pool, [
      userId,
      kind,
      size,
      new Date(at.getTime() - MIN_AGE_MS),
    ])
    return rows.map(({ nudged, ...row }) => {
      const day = nudgeDue(row.savedAt, at)
      return { ...row, id: `${row.userId}:${row.kind}`, due: day && !nudged.includes(day) ? day : null }
    })
  }
}

/** Returns false if it was sent before, or the person has continued in the meantime. */
async function nudge(services: Nudging, tx: Db, draft: Draft, day: NudgeDay): Promise<boolean> {
  const { userId, kind, savedAt } = draft
  const at = services.now()
  const { rowCount } = await lockDraft(tx, [userId, kind, savedAt])
  if (!rowCount) return false
  const token = randomBytes(32).toString('base64url')
  const sent = await tx
    .insert(draftNudges)
    .values({ tokenHash: hashToken(token), userId, kind, savedAt, day, sentAt: at })
    .onConflictDoNothing()
    .returning({ day: draftNudges.day })
  if (!sent.length) return false
  const key = `nudge:${hashToken(token)}`
  const path = correctionPath(kind)
  await giveNotice(tx, {
    title: 'Your application is not finished yet',
    detail: 'Your answers are still there.',
    path,
    userId,
    key,
    at,
  })
  const addressee = await addresseeOf(tx, userId)
  if (!addressee) return true
  const mail = {
    kind: 'draft-left-alone',
    props: {
      name: addressee.name,
      isCompany: kind === 'business',
      path,
      savedAt,
      keptUntil: new Date(savedAt.getTime() + RETENTION_DAYS.abandonedApplication * DAY_MS),
      stopPath: `/stop-reminders?token=${token}`,
    },
    to: addressee.to,
    userId,
    messageKey: key,
    unsubscribeUrl: `${services.config.publicUrl}/api/reminders/stop/${token}`,
    at,
  } as const
  await queueRecordedMail(services, tx, mail, { day })
  return true
}
