import { Body, Container, Head, Html, Preview, Section, Text } from '@react-email/components'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import type { Company } from '#contract/company.ts'
import { link, mailto } from './parts.ts'
import { COLOUR, FONT, STYLESHEET } from './theme.ts'

/** What one kind of mail puts into the shared layout. */
export interface MailView {
  subject: string
  /** The line that mail programs show next to the subject. */
  preheader: string
  /** Why this person gets this mail. */
  because: string
  body: ReactNode[]
  /** Where to ask for no more mails of this kind. */
  unsubscribeHref?: string
  /** A picture of one point, by which its opening is counted. */
  pixelHref?: string
}

/** The whole mail: brand, card, footer. Light colours in each element, dark ones where a program honours them. */
export function mailLayout(view: MailView, company: Company): ReactElement {
  return h(
    Html,
    { lang: 'en-GB' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, view.subject),
      h('style', null, STYLESHEET),
    ),
    h(Preview, null, view.preheader),
    h(
      Body,
      { className: 'm-canvas', style: { backgroundColor: COLOUR.canvas, margin: 0, padding: 0 } },
      h(
        Container,
        {
          className: 'm-outer',
          style: { margin: '0 auto', maxWidth: 600, padding: '28px 16px 40px', width: '100%' },
        },
        brand(company),
        h(
          Section,
          {
            className: 'm-card',
            style: {
              backgroundColor: COLOUR.surface,
              border: `1px solid ${COLOUR.line}`,
              borderRadius: 12,
              padding: '36px 40px 28px',
            },
          },
          ...view.body,
        ),
        footer(view, company),
      ),
      view.pixelHref && h('img', { src: view.pixelHref, width: 1, height: 1, alt: '' }),
    ),
  )
}

/** The split leaf drawn with a background, for images are often blocked; a green square where that is not known. */
function brand(company: Company): ReactNode {
  const mark = {
    backgroundColor: COLOUR.brand,
    backgroundImage: `linear-gradient(135deg, ${COLOUR.brand} 50%, transparent 50%), repeating-linear-gradient(0deg, ${COLOUR.leaf} 0 3px, ${COLOUR.canvas} 3px 5px)`,
    borderRadius: '88% 0 88% 0',
    fontSize: 1,
    height: 24,
    lineHeight: '24px',
    width: 24,
  }
  const name = {
    color: COLOUR.ink,
    fontFamily: FONT,
    fontSize: 20,
    fontWeight: 660,
    letterSpacing: '-0.022em',
    lineHeight: '24px',
    paddingLeft: 10,
  }
  return h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, style: { margin: '0 0 18px 4px' } },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h('td', { className: 'm-mark', style: mark, width: 24, height: 24 }),
        h('td', { className: 'm-ink', style: name }, company.name),
      ),
    ),
  )
}

function footer({ because, unsubscribeHref }: MailView, company: Company): ReactNode {
  const style = { color: COLOUR.ink3, fontFamily: FONT, fontSize: 13, lineHeight: '20px', margin: '0 0 10px' }
  const line = (...children: ReactNode[]) => h(Text, { className: 'm-ink3', style }, ...children)
  return h(
    Section,
    { style: { padding: '20px 4px 0' } },
    line(because, ' We never ask for your password or your documents by email.'),
    line(
      'Questions? Write to ',
      mailto(company.supportEmail),
      ` or call ${company.phone.replaceAll(' ', '\u00a0')}.`,
    ),
    unsubscribeHref && line(link('Unsubscribe from invitations', unsubscribeHref)),
    line(`${company.legalName}, ${company.address}`, h('br'), company.tagline),
  )
}
