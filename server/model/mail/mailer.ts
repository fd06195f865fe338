import type { Db } from '#server/platform/database/database.ts'
import type { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { MailKind, MailProps } from './mail-kinds.ts'
import { type MailContent, type OutgoingMail, queueMail } from './outbox.ts'
import { type Deployment, mailSite } from './templates/site.ts'

/**
 * Loads React and the templates, which takes half a second once: not at the start, because they would cost
 * memory even if no email is sent (performance P10), and before a transaction, which would block others
 * meanwhile.
 */
const loadTemplates = () => import('#server/model/mail/templates/views.ts')

/** An email by its kind, with that kind's data. */
export type MailToQueue = Omit<OutgoingMail, 'kind' | 'content'> &
  { [K in MailKind]: { kind: K; props: MailProps[K] } }[MailKind]

/** Sends emails for features. */
export interface Mailer {
  /** Prepares rendering emails; immediate after the first time. */
  load(): Promise<void>
  /**
   * Renders an email and queues it in the transaction of `tx`. Returns false, without doing anything, if one
   * with this `messageKey` exists already.
   */
  queue(tx: Db, mail: MailToQueue): Promise<boolean>
}

/** Creates a deployment's mailer; its emails belong to the trace that causes them, if there is one. */
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

/** Renders an email as HTML and plain text. Throws if a path would lead to another site. */
export async function renderMail<K extends MailKind>(
  kind: K,
  props: MailProps[K],
  deployment: Deployment,
): Promise<MailContent> {
  const { renderView } = await loadTemplates()
  return await renderView(kind, props, mailSite(deployment))
}
