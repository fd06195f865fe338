import { createHash } from 'node:crypto'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import type { DateStyle } from '#contract/date-style.ts'
import { momentText } from '#domain/date-text.ts'
import type { MailAttachment } from '#server/model/schema/mails.ts'
import type { Message, MessageWithAttachments } from './repository.ts'

const ATTACHMENT_NAMES: Readonly<Record<MailAttachment['kind'], string>> = {
  'investor-statement': 'Investor statement (PDF)',
  invoice: 'Invoice (PDF)',
}

function page(title: string, ...content: ReactNode[]): ReactElement {
  return h(
    'html',
    { lang: 'en-GB' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('title', null, `${title} · Verdaccord`),
      h('style', null, MAILBOX_STYLE),
    ),
    h('body', null, h('main', null, ...content)),
  )
}

const when = (iso: string, style: DateStyle) => h('time', { dateTime: iso }, momentText(iso, style))

/** The list, newest first, with a filter by recipient. */
export function mailboxPage(messages: Message[], to: string, style: DateStyle): ReactElement {
  return page(
    'Mailbox',
    h('h1', null, 'Mailbox'),
    h(
      'p',
      { className: 'lead' },
      'Every email this installation sends arrives here instead of at its recipient. Set SMTP_URL to send for real.',
    ),
    h(
      'form',
      { method: 'get' },
      h(
        'label',
        null,
        'Show messages to',
        h('input', { name: 'to', type: 'email', defaultValue: to, autoComplete: 'off' }),
      ),
      h('button', { type: 'submit' }, 'Show messages'),
    ),
    messages.length === 0
      ? emptyState(to)
      : h(
          'ol',
          { className: 'card' },
          messages.map((message) => listItem(message, style)),
        ),
  )
}

function listItem({ id, subject, to, sentAt }: Message, style: DateStyle): ReactNode {
  return h(
    'li',
    { key: id },
    h('a', { href: `/dev/mailbox/${id}` }, subject),
    when(sentAt, style),
    h('span', { className: 'to' }, `To ${to}`),
  )
}

function emptyState(to: string): ReactNode {
  return h(
    'div',
    { className: 'card empty' },
    h('h2', null, to ? `No messages to ${to}` : 'No messages yet'),
    to
      ? h('p', null, h('a', { href: '/dev/mailbox' }, 'Show all messages'))
      : h('p', null, 'Create an account or submit an application, and its emails appear here.'),
  )
}

/** One message: the HTML in a frame without scripts, the plain text below. */
export function messagePage(message: MessageWithAttachments, style: DateStyle): ReactElement {
  const { id, subject, to, sentAt, text, attachments } = message
  return page(
    subject,
    h('a', { className: 'back', href: '/dev/mailbox' }, 'Back to the mailbox'),
    h('h1', null, subject),
    h(
      'dl',
      null,
      h('dt', null, 'To'),
      h('dd', null, to),
      h('dt', null, 'Sent'),
      h('dd', null, when(sentAt, style)),
      ...attachments.flatMap((attachment, index) => [
        h('dt', { key: `name-${index}` }, 'Attached'),
        h(
          'dd',
          { key: `link-${index}` },
          h('a', { href: `/dev/mailbox/${id}/attachments/${index}` }, ATTACHMENT_NAMES[attachment.kind]),
        ),
      ]),
    ),
    h('iframe', {
      className: 'card',
      src: `/dev/mailbox/${id}/html`,
      title: 'The message',
      sandbox: 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
    }),
    h('details', { className: 'card' }, h('summary', null, 'Plain text'), h('pre', null, text)),
  )
}

/** The page for a message that doesn't exist. */
export function noMessagePage(): ReactElement {
  return page(
    'No such message',
    h('a', { className: 'back', href: '/dev/mailbox' }, 'Back to the mailbox'),
    h('h1', null, 'This message does not exist'),
  )
}

/** The mailbox's styles: the design language's tokens, light and dark as the system is set. */
const MAILBOX_STYLE = `
:root { color-scheme: light dark; --canvas: #F5F8F6; --surface: #FFF; --ink: #10201A; --ink-2: #3B4C45; --ink-3: #56675F; --line: #DCE4E0; --line-strong: #77887F; --brand: #0B5A48; --on-brand: #FFF; --brand-soft: #E0F0E9; --brand-ink: #0A4A3B; --focus: #1C5FD6; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0B1210; --surface: #121B18; --ink: #EAF1EE; --ink-2: #B9C7C1; --ink-3: #94A59D; --line: #26342E; --line-strong: #6A7D74; --brand: #6CCFA9; --on-brand: #04241A; --brand-soft: #14332A; --brand-ink: #8FE0C1; --focus: #8DB9FF; } }
* { box-sizing: border-box; margin: 0; }
body { background: var(--canvas); color: var(--ink); font: 16px/24px "Hanken Grotesk Variable", ui-sans-serif, system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
main { margin: 0 auto; max-width: 820px; padding: 40px 24px 64px; }
h1 { font-size: 28px; font-weight: 640; letter-spacing: -.022em; line-height: 34px; overflow-wrap: anywhere; text-wrap: balance; }
.lead { color: var(--ink-2); margin-top: 8px; max-width: 68ch; }
a { color: var(--brand); text-underline-offset: 3px; }
:focus-visible { border-radius: 4px; outline: 3px solid var(--focus); outline-offset: 2px; }
form { align-items: end; display: flex; flex-wrap: wrap; gap: 12px; margin: 28px 0 20px; }
label { flex: 1 1 260px; font-weight: 560; }
input { background: var(--surface); border: 1px solid var(--line-strong); border-radius: 8px; color: inherit; display: block; font: inherit; margin-top: 6px; min-height: 44px; padding: 0 12px; width: 100%; }
button { background: var(--brand); border: 0; border-radius: 8px; color: var(--on-brand); cursor: pointer; font: inherit; font-weight: 600; min-height: 44px; padding: 0 20px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 1px 2px rgb(16 32 26 / .05); overflow: hidden; }
ol { list-style: none; padding: 0; }
li + li { border-top: 1px solid var(--line); }
li { display: grid; gap: 2px 16px; grid-template-columns: 1fr auto; padding: 14px 20px; position: relative; }
li:hover { background: var(--brand-soft); }
li a { color: var(--ink); font-weight: 600; overflow-wrap: anywhere; text-decoration: none; }
li a::after { content: ""; inset: 0; position: absolute; }
li a:hover { text-decoration: underline; }
.to { color: var(--ink-2); font-size: 15px; line-height: 22px; overflow-wrap: anywhere; }
time { color: var(--ink-3); font-size: 14px; font-variant-numeric: tabular-nums; white-space: nowrap; }
.empty { padding: 56px 24px; text-align: center; }
.empty h2 { font-size: 20px; line-height: 26px; }
.empty p { color: var(--ink-2); margin-top: 6px; }
dl { color: var(--ink-2); display: grid; font-size: 15px; gap: 4px 16px; grid-template-columns: auto 1fr; margin: 16px 0 24px; }
dd { color: var(--ink); overflow-wrap: anywhere; }
dt { color: var(--ink-3); }
.back { display: inline-block; margin-bottom: 20px; }
iframe { border: 0; display: block; height: 720px; width: 100%; }
details { margin-top: 20px; padding: 16px 20px; }
summary { cursor: pointer; font-weight: 600; }
pre { font: 450 14px/22px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; margin-top: 12px; overflow-wrap: anywhere; white-space: pre-wrap; }
@media (max-width: 560px) { main { padding: 24px 16px 48px; } li { grid-template-columns: 1fr; padding: 14px 16px; } }
`

const STYLE_HASH = `'sha256-${createHash('sha256').update(MAILBOX_STYLE).digest('base64')}'`

/** No scripts, only the styles above, and frames from here. */
export const PAGE_POLICY = `default-src 'none'; style-src ${STYLE_HASH}; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/**
 * A message is shown as in a mail program: its own styles and our pictures, no scripts, links that leave the
 * frame.
 */
export const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
