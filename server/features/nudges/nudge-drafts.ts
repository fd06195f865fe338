import { randomBytes } from 'node:crypto'
import { CaseKind } from '#contract/cases.ts'
import { NUDGE_DAYS, type NudgeDay } from '#contract/nudges.ts'
import { correctionPath } from '#domain/cases/case-notice-words.ts'
import { nudgeDue } from '#domain/onboarding/draft-nudges.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import type { Db } from '#server/platform/database/database.ts'
import { draftNudges } from '#server/platform/database/schema/nudges.ts'
import { countInTurn, eachInTurn } from '#server/platform/jobs/in-batches.ts'
import { unattended } from '#server/platform/jobs/progress.ts'
import { hashToken } from '#server/platform/sessions/session-store.ts'
import { addresseeOf } from '#server/records/mail/mail-address.ts'
import { giveNotice } from '#server/records/mail/notices.ts'
import { queueRecordedMail } from '#server/records/mail/recorded-mail.ts'
import { RETENTION_DAYS } from '#server/retention.ts'
import type { Services } from '#server/services.ts'

/** The first reminder comes by the calendar: a draft of this age may be due, a younger one is not. */
const MIN_AGE_MS = (NUDGE_DAYS[0] - 1) * DAY_MS

/**
 * Drafts that no one has touched since $4, of people who have an account and never submitted what the draft is for, and
 * who have not asked to be left alone. A visitor's address is not confirmed: no one writes to it.
 */
const LEFT_ALONE = `
  select d.user_id as "userId", d.kind, d.updated_at as "savedAt", array(
    select n.day from draft_nudges n where n.user_id = d.user_id and n.kind = d.kind and n.saved_at = d.updated_at
  ) as nudged
  from drafts d join users u on u.id = d.user_id
  where d.updated_at < $4 and u.issuer <> 'applicant' and u.disabled_at is null
    and not exists (select from nudge_opt_outs o where o.user_id = d.user_id)
    and not exists (select from cases c where c.user_id = d.user_id and c.kind = d.kind and (c.round > 0 or c.state <> 'draft'))
    and not exists (select from erasure_requests e where e.user_id = d.user_id and e.state = 'requested')
    and (d.user_id, d.kind) > ($1, $2)
  order by d.user_id, d.kind limit $3`

interface Draft {
  userId: number
  kind: CaseKind
  savedAt: Date
}

interface Row {
  userId: string
  kind: string
  savedAt: Date
  /** The reminders that were sent. */
  nudged: NudgeDay[]
}

type Nudging = Pick<Services, 'database' | 'mailer' | 'config' | 'now' | 'log'>

/**
 * Brings drafts to mind that were left alone for 7, 14 and 30 days, each once; returns how many (cases, Notices). A day
 * that was missed is made up for; running twice, or at once, sends nothing more.
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

/** How many reminders are due. */
export function countNudges(services: Pick<Services, 'database' | 'now'>): Promise<number> {
  return countInTurn(leftAlone(services), ({ due }) => due !== null)
}

interface LeftAlone extends Omit<Row, 'nudged'> {
  id: string
  /** Null where none is due, or where it was sent. */
  due: NudgeDay | null
}

function leftAlone({ database, now }: Pick<Services, 'database' | 'now'>) {
  const at = now()
  return async (after = '0:', size: number): Promise<LeftAlone[]> => {
    const [userId, kind] = after.split(':')
    const { rows } = await database.pool.query<Row>(LEFT_ALONE, [
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

/** Returns false where it was sent before, or where someone went on in the meantime. */
async function nudge(services: Nudging, tx: Db, draft: Draft, day: NudgeDay): Promise<boolean> {
  const { userId, kind, savedAt } = draft
  const at = services.now()
  const { rowCount } = await tx.$client.query(
    'select 1 from drafts where user_id = $1 and kind = $2 and updated_at = $3 for update',
    [userId, kind, savedAt],
  )
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
