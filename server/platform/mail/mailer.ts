import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { MailKind, MailProps } from './mail-kinds.ts'
import { type OutgoingMail, queueMail } from './outbox.ts'
import { renderMail } from './render-mail.ts'
import type { Deployment } from './templates/site.ts'

/** A mail by its kind and what that kind needs to know. */
export type MailToQueue = Omit<OutgoingMail, 'kind' | 'content'> &
  { [K in MailKind]: { kind: K; props: MailProps[K] } }[MailKind]

/** How features send mail. */
export interface Mailer {
  /**
   * Renders a mail and queues it in the transaction of `tx`. Gives true, or false when a mail with this `messageKey` is
   * there already, and then does nothing.
   */
  queue(tx: Db, mail: MailToQueue): Promise<boolean>
}

/** Makes the mailer of a deployment. */
export function createMailer(jobs: Jobs, site: Deployment): Mailer {
  return {
    async queue(tx, { props, ...mail }) {
      return await queueMail(tx, jobs, { ...mail, content: await renderMail(mail.kind, props, site) })
    },
  }
}
