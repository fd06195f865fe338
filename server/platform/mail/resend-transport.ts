import { z } from 'zod'
import {
  MailDeferred,
  type MailMessage,
  MailRefused,
  type MailTransport,
  unsubscribeHeaders,
} from './mail-transport.ts'

const WAIT_MS = 10_000

interface ResendOptions {
  apiKey: string
  /** The address of the API. */
  url: string
  from: string
}

const Accepted = z.object({ id: z.string().min(1).max(200) })
const Refusal = z.object({ name: z.string().catch(''), message: z.string().catch('') })

/** Sends by Resend's API; its webhooks tell what becomes of the mails. Every repetition has the key of the first. */
export function resendTransport({ apiKey, url, from }: ResendOptions): MailTransport {
  return {
    kind: 'resend',
    async send(message) {
      const answer = await fetch(`${url}/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          // Keys are kept for a day: what the server took and we did not hear of is not sent again (security B09).
          'idempotency-key': message.messageKey,
        },
        body: JSON.stringify(await bodyOf(message, from)),
        redirect: 'error',
        signal: AbortSignal.timeout(WAIT_MS),
      })
      const body: unknown = await answer.json().catch(() => undefined)
      if (!answer.ok) throw judged(answer.status, body)
      const accepted = Accepted.safeParse(body)
      if (!accepted.success) throw new Error('Resend answered without the id of the email')
      return { event: 'sent', description: 'Resend accepted the email', providerId: accepted.data.id }
    },
  }
}

async function bodyOf(message: MailMessage, from: string) {
  const files = await message.files()
  return {
    from,
    to: [message.to],
    subject: message.subject,
    html: message.html,
    text: message.text,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message.unsubscribeUrl) },
    ...(files.length && {
      attachments: files.map(({ fileName, mime, content }) => ({
        filename: fileName,
        content: content.toString('base64'),
        content_type: mime,
      })),
    }),
  }
}

/**
 * Tells a mail refused for good from one to try later, and both from an API that cannot be used now: a wrong key or a
 * domain that is not verified says nothing about this mail.
 */
function judged(status: number, body: unknown): Error {
  const { name = '', message = '' } = Refusal.safeParse(body).data ?? {}
  const words = `${status} ${name} ${message}`.trim().slice(0, 400)
  if (status === 422 || status === 400 || status === 413) return new MailRefused(words)
  // Also while the same mail is under way by another try.
  if (status === 429 || status === 409) return new MailDeferred(words)
  return new Error(words)
}
