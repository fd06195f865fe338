import type { Company } from '#contract/company.ts'
import type { Db } from '../database/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { MailKind, MailProps } from './mail-kinds.ts'
import { type OutgoingMail, queueMail } from './outbox.ts'
import { renderMail } from './render-mail.ts'

/** A mail by its kind and what that kind needs to know. */
type MailToQueue<K extends MailKind> = Omit<OutgoingMail, 'kind' | 'content'> & {
  kind: K
  props: MailProps[K]
}

/** How features send mail. */
export interface Mailer {
  /** Renders a mail and queues it in the transaction of `tx`; the same `messageKey` a second time does nothing. */
  queue<K extends MailKind>(tx: Db, mail: MailToQueue<K>): Promise<void>
  /** Loads the templates ahead of the first mail. */
  warmUp(): Promise<void>
}

/** Makes the mailer of a deployment. */
export function createMailer(jobs: Jobs, site: { company: Company; publicUrl: string }): Mailer {
  return {
    async queue(tx, { props, ...mail }) {
      await queueMail(tx, jobs, { ...mail, content: await renderMail(mail.kind, props, site) })
    },
    async warmUp() {
      await import('./templates/views.ts')
    },
  }
}
