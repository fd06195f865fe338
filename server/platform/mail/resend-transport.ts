import { z } from 'zod'
import {
  type HandedOver,
  MailDeferred,
  type MailMessage,
  MailRefused,
  type MailTransport,
  unsubscribeHeaders,
} from './mail-transport.ts'

const WAIT_MS = 10_000

interface ResendOptions {
  apiKey: string
  /** The API's URL. */
  url: string
  from: string
}

const Accepted = z.object({ id: z.string().min(1).max(200) })
const AllAccepted = z.object({
  data: z.array(Accepted),
  errors: z.array(z.object({ index: z.number().int(), message: z.string().catch('') })).default([]),
})
const Refusal = z.object({ name: z.string().catch(''), message: z.string().catch('') })

/**
 * Sends through Resend's API; its webhooks report what happens to the emails. Every retry has the first
 * attempt's key.
 */
export function resendTransport({ apiKey, url, from }: ResendOptions): MailTransport {
  return {
    kind: 'resend',
    async send(message) {
      const body = await post('/emails', message.messageKey, await bodyOf(message, from))
      const accepted = Accepted.safeParse(body)
      if (!accepted.success) throw new Error('Resend answered without the id of the email')
      return handedOver(accepted.data.id)
    },
    async sendMany(messages, key) {
      const bodies = await Promise.all(messages.map((message) => bodyOf(message, from)))
      // An invalid email doesn't hold up the others.
      const body = await post('/emails/batch', key, bodies, { 'x-batch-validation': 'permissive' })
      const answer = AllAccepted.safeParse(body)
      const refused = new Map(answer.data?.errors.map(({ index, message }) => [index, message]))
      const ids = [...(answer.data?.data ?? [])]
      if (!answer.success || ids.length + refused.size !== messages.length)
        throw new Error('Resend answered without saying what became of every email')
      return messages.map((_message, index) => {
        const why = refused.get(index)
        if (why !== undefined) return new MailRefused(`422 ${why}`.slice(0, 400))
        return handedOver(ids.shift()?.id)
      })
    },
  }

  async function post(path: string, key: string, body: object, headers = {}): Promise<unknown> {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        // Keys are remembered for a day: what the server accepted without our hearing of it isn't sent again
        // (security B09).
        'idempotency-key': key,
        ...headers,
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    const said: unknown = await answer.json().catch(() => undefined)
    if (!answer.ok) throw judged(answer.status, said)
    return said
  }
}

function handedOver(providerId: string | undefined): HandedOver {
  return { event: 'sent', description: 'Resend accepted the email', ...(providerId && { providerId }) }
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
 * Tells an email that is refused permanently from one to retry later, and both from an API that can't be used
 * now: a wrong key or an unverified domain says nothing about this email.
 */
function judged(status: number, body: unknown): Error {
  const { name = '', message = '' } = Refusal.safeParse(body).data ?? {}
  const reason = `${status} ${name} ${message}`.trim().slice(0, 400)
  if (status === 422 || status === 400 || status === 413) return new MailRefused(reason)
  // 409: another attempt of the same email is in progress.
  if (status === 429 || status === 409) return new MailDeferred(reason)
  return new Error(reason)
}
