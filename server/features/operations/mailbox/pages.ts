import { createElement as h, type ReactElement, type ReactNode } from 'react'
import type { DateStyle } from '#contract/date-style.ts'
import { momentText } from '#domain/date-text.ts'
import type { MailAttachment } from '#server/model/schema/mails.ts'
import type { Message, MessageWithAttachments } from './repository.ts'
import { MAILBOX_STYLE } from './style.ts'

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

/** One message: the HTML in a frame without scripts, the plain-text twin below. */
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

/** What is said of a message that is not there. */
export function noMessagePage(): ReactElement {
  return page(
    'No such message',
    h('a', { className: 'back', href: '/dev/mailbox' }, 'Back to the mailbox'),
    h('h1', null, 'This message does not exist'),
  )
}
