import PostalMime, { type Attachment } from 'postal-mime'
import { type ReturnedMail, returnedMail } from './mail-transport.ts'

/** A mail server's report about one of our emails (RFC 3464). */
export interface DeliveryReport extends ReturnedMail {
  event: 'failed' | 'delayed' | 'delivered'
  /** The enhanced status code, such as 5.1.1. */
  status: string
  /** What the other server said. */
  description: string
}

const EVENTS: Readonly<Record<string, DeliveryReport['event']>> = {
  failed: 'failed',
  delayed: 'delayed',
  delivered: 'delivered',
}

/** Parses an email; undefined if it isn't a report about an email with our return address. */
export async function readDeliveryReport(source: Uint8Array): Promise<DeliveryReport | undefined> {
  const email = await PostalMime.parse(source).catch(() => undefined)
  const part = email?.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const mail = email && returnedMail(email.headers.map(({ value }) => value).join('\n'))
  if (!part || !mail) return undefined
  for (const fields of groupsOf(textOf(part))) {
    const event = EVENTS[(fields.get('action') ?? '').toLowerCase()]
    const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0]
    if (!event || !status) continue
    const said = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
    return { ...mail, event, status, description: said || `The mail server reports ${status}` }
  }
  return undefined
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

/** The groups of fields in a report: the first is about the email, each further one about a recipient. */
function groupsOf(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map((group) => {
      const fields = group.split('\n').flatMap((line): [string, string][] => {
        const colon = line.indexOf(':')
        return colon > 0 ? [[line.slice(0, colon).toLowerCase().trim(), line.slice(colon + 1).trim()]] : []
      })
      return new Map(fields)
    })
}
