import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import { readStatementText } from '#domain/investors/investor-statement.ts'
import { daysLeft } from '#domain/investors/statement-expiry.ts'
import type { MailKind, MailProps } from '#server/model/mail/mail-kinds.ts'
import { mailAddressOf, queueRecordedMail } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import type { CertificationRow } from '#server/model/schema/certifications.ts'
import type { UserRow } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

export type StatementNotice =
  | { kind: 'signed' }
  /** Days before the end; late if that day was missed. */
  | { kind: 'ending'; reminder: number }
  /** With the other statement that is in force from now on, if there is one. */
  | { kind: 'ended'; nowCounts: CertificationRow | undefined }

type StatementMail = {
  [K in Extract<MailKind, `investor-statement-${string}`>]: { kind: K; props: MailProps[K] }
}[Extract<MailKind, `investor-statement-${string}`>]

/** A key that makes each notice about a statement unique, so that it is sent once. */
export function noticeKey(row: Pick<CertificationRow, 'id'>, notice: StatementNotice): string {
  return `statement:${row.id}:${notice.kind === 'ending' ? notice.reminder : notice.kind}`
}

/** A stored statement's title. */
export function titleOf({ certificationText }: Pick<CertificationRow, 'certificationText'>): string {
  return readStatementText(certificationText)[0]?.text ?? 'Investor statement'
}

/**
 * Tells the signer about a statement, by email and notice, once, in the caller's transaction (cases, What people
 * are told).
 */
export async function sendStatementNotice(
  services: Pick<Services, 'mailer' | 'now' | 'config'>,
  tx: Db,
  user: UserRow,
  row: CertificationRow,
  notice: StatementNotice,
): Promise<void> {
  const at = services.now()
  const mail = mailOf(user, row, notice, { at, dateStyle: services.config.dateStyle })
  await giveNotice(tx, { ...textOf(mail), userId: user.id, key: noticeKey(row, notice), at })
  const to = mailAddressOf(user)
  if (!to) return
  await queueRecordedMail(services, tx, {
    ...mail,
    to,
    userId: user.id,
    messageKey: noticeKey(row, notice),
    ...(notice.kind === 'signed' && {
      attachments: [{ kind: 'investor-statement' as const, certificationId: row.id }],
    }),
    at,
  })
}

function mailOf(
  { name }: Pick<UserRow, 'name'>,
  row: CertificationRow,
  notice: StatementNotice,
  { at, dateStyle }: { at: Date; dateStyle: DateStyle },
): StatementMail {
  const expiresAt = row.expiresAt ?? at
  const about = { name, statement: titleOf(row), endsOn: dayText(expiresAt, dateStyle) }
  switch (notice.kind) {
    case 'signed':
      return {
        kind: 'investor-statement-signed',
        props: { ...about, signedOn: dayText(row.acknowledgedAt, dateStyle) },
      }
    case 'ending':
      return { kind: 'investor-statement-ending', props: { ...about, daysLeft: daysLeft(expiresAt, at) } }
    case 'ended':
      return {
        kind: 'investor-statement-ended',
        props: { ...about, nowCounts: notice.nowCounts ? titleOf(notice.nowCounts) : null },
      }
    default:
      return notice satisfies never
  }
}

/** The text of the notice. */
function textOf({ kind, props }: StatementMail): { title: string; detail: string; path: string } {
  switch (kind) {
    case 'investor-statement-signed':
      return {
        title: 'Your investor statement is signed',
        detail: `It ends on ${props.endsOn}.`,
        path: '/profile?tab=certifications',
      }
    case 'investor-statement-ending':
      return {
        title: `Your investor statement ends in ${props.daysLeft === 1 ? '1 day' : `${props.daysLeft} days`}`,
        detail: `Renew it before ${props.endsOn}.`,
        path: '/certification/trader',
      }
    case 'investor-statement-ended':
      return {
        title: 'Your investor statement has ended',
        detail: props.nowCounts
          ? 'Your other statement now applies.'
          : 'Sign a new one to trade or invest again.',
        path: '/certification/trader',
      }
    default:
      return kind satisfies never
  }
}
