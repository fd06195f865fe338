import { createElement as h, type ReactElement } from 'react'
import { dayText } from '#domain/date-text.ts'
import type { LegalSection, LegalText } from '#domain/legal/legal-text.ts'
import type { Config } from '#server/config.ts'
import { LEGAL_STYLE } from './style.ts'

/** A legal document as a page that needs nothing else. */
export function legalPage(
  { title, updated, sections }: LegalText,
  { company, dateStyle }: Pick<Config, 'company' | 'dateStyle'>,
  theme: 'light' | 'dark' | undefined,
): ReactElement {
  return h(
    'html',
    { lang: 'en-GB', 'data-theme': theme },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, `${title} – ${company.name}`),
      h('style', null, LEGAL_STYLE),
    ),
    h(
      'body',
      null,
      h(
        'main',
        null,
        h('h1', null, title),
        h(
          'p',
          { className: 'date' },
          'Last updated: ',
          h('time', { dateTime: updated }, dayText(updated, dateStyle)),
        ),
        sections.map(section),
      ),
    ),
  )
}

function section({ heading, paragraphs, points }: LegalSection): ReactElement {
  return h(
    'section',
    { key: heading },
    h('h2', null, heading),
    paragraphs.map((text) => h('p', { key: text }, text)),
    points
      ? h(
          'ul',
          null,
          points.map((point) => h('li', { key: point }, point)),
        )
      : null,
  )
}
