import { z } from 'zod'
import { StorableText } from '#contract/fields.ts'
import type { MailEventName } from '#contract/invitations/invitations.ts'

/** Resend's events and their meaning for us (law §6.1). All others are stored without effect. */
const EVENTS: Readonly<Record<string, MailEventName>> = {
  'email.sent': 'sent',
  'email.scheduled': 'sent',
  'email.delivery_delayed': 'delayed',
  'email.delivered': 'delivered',
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.bounced': 'failed',
  'email.failed': 'failed',
  'email.suppressed': 'failed',
  'email.complained': 'complained',
}

const text = StorableText(10_000).optional().catch(undefined)
const Report = z.object({
  type: StorableText(100).min(1),
  created_at: z.coerce.date().optional().catch(undefined),
  data: z
    .object({
      email_id: StorableText(200).min(1).optional().catch(undefined),
      /** Of a contact. */
      email: StorableText(254).optional().catch(undefined),
      unsubscribed: z.boolean().optional().catch(undefined),
      bounce: z.object({ message: text, type: text }).optional().catch(undefined),
      failed: z.object({ reason: text }).optional().catch(undefined),
      suppressed: z.object({ message: text }).optional().catch(undefined),
    })
    .default({}),
})

export interface ResendReport {
  event: MailEventName | (string & {})
  at: Date | undefined
  /** Resend's id of the email; absent if the report is about something else. */
  providerId: string | undefined
  /** The address that someone has removed from a list there. */
  unsubscribed: string | undefined
  description: string | undefined
  /** Whether the address accepts no email at all. */
  undeliverable: boolean
}

/** Parses a report's body; undefined if it isn't one. */
export function readReport(body: string): ResendReport | undefined {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return undefined
  }
  const { success, data: report } = Report.safeParse(json)
  if (!success) return undefined
  const { type, created_at, data } = report
  return {
    event: EVENTS[type] ?? type,
    at: created_at,
    providerId: data.email_id,
    unsubscribed: type === 'contact.updated' && data.unsubscribed ? data.email : undefined,
    // A refusal because of the email's size or content is called transient there.
    undeliverable:
      type === 'email.suppressed' || (type === 'email.bounced' && data.bounce?.type === 'Permanent'),
    description: data.bounce?.message ?? data.failed?.reason ?? data.suppressed?.message,
  }
}
