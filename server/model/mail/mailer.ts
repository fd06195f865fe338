import type { Db } from '#server/platform/database/database.ts'
import type { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { MailKind, MailProps } from './mail-kinds.ts'
import { type MailContent, type OutgoingMail, queueMail } from './outbox.ts'
import { type Deployment, mailSite } from './templates/site.ts'

/**
 * Loads React and the templates, which takes half a second once: not at the start, so that they cost no memory where no mail is
 * sent (performance P10), and ahead of a transaction, which would keep others waiting meanwhile.
 */
const loadTemplates = () => import('#server/model/mail/templates/views.ts')

/** A mail by its kind and what that kind needs to know. */
export type MailToQueue = Omit<OutgoingMail, 'kind' | 'content'> &
  { [K in MailKind]: { kind: K; props: MailProps[K] } }[MailKind]

/** How features send mail. */
export interface Mailer {
  /** Makes ready to render mails; at once from the second time on. */
  load(): Promise<void>
  /**
   * Renders a mail and queues it in the transaction of `tx`. Returns true, or false when a mail with this `messageKey` is
   * there already, and then does nothing.
   */
  queue(tx: Db, mail: MailToQueue): Promise<boolean>
}

/** Makes the mailer of a deployment; its mails belong to the trace that causes them, if there is one. */
export function createMailer(
  site: Deployment,
  fields: FieldCipher,
  tracing?: Pick<Tracing, 'traceparent'>,
): Mailer {
  return {
    async load() {
      await loadTemplates()
    },
    async queue(tx, { props, ...mail }) {
      return await queueMail(tx, fields, {
        ...mail,
        traceparent: tracing?.traceparent(),
        content: await renderMail(mail.kind, props, site),
      })
    },
  }
}

/** Renders a mail of one kind as HTML and plain text. Throws when a path would lead to another site. */
export async function renderMail<K extends MailKind>(
  kind: K,
  props: MailProps[K],
  deployment: Deployment,
): Promise<MailContent> {
  const { renderView } = await loadTemplates()
  return await renderView(kind, props, mailSite(deployment))
}
