import { mailOutcomes } from '#server/model/mail/mail-outcomes.ts'
import { mailSender } from '#server/model/mail/send-mail.ts'
import { type MailTransport, mailboxTransport } from '#server/platform/mail/mail-transport.ts'
import type { TestApp } from './app.ts'
import { mailRows } from './mail-rows.ts'

/** The tokens of the links in an invitation mail. */
export interface InvitationLinks {
  mailId: number
  link: string
  open: string | undefined
  unsubscribe: string
  listUnsubscribe: string
}

/** Reads the newest invitation mail to an address. */
export async function invitationMail(app: TestApp, email: string): Promise<InvitationLinks> {
  const rows = await mailRows<{ id: string; html: string; unsubscribe_url: string }>(
    app.database,
    'select id, html, unsubscribe_url from mails where lower(to_address) = lower($1) order by id desc limit 1',
    email,
  )
  const [mail] = rows
  if (!mail) throw new Error(`No mail to ${email}`)
  const token = (pattern: RegExp) => pattern.exec(mail.html)?.[1]
  return {
    mailId: Number(mail.id),
    link: token(/\/(?:api\/invitations\/|invitation\?token=)([\w-]{43})/) ?? '',
    open: token(/\/api\/mail\/opened\/([\w-]{43})/),
    unsubscribe: token(/\/unsubscribe\?token=([\w-]{43})/) ?? '',
    listUnsubscribe: mail.unsubscribe_url,
  }
}

/** Delivers a queued mail as the job does, to the built-in mailbox by default. */
export async function deliver(
  app: TestApp,
  mailId: number,
  transport: MailTransport = mailboxTransport(),
): Promise<void> {
  const { database, fields, log } = app.services
  const send = mailSender({
    database,
    fields,
    transport,
    renderAttachments: async () => [],
    ...mailOutcomes(app.services.now),
  })
  await send(mailId, { log, now: app.services.now })
}
