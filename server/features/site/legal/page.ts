import { createHash } from 'node:crypto'
import { createElement as h, type ReactElement } from 'react'
import { dayText } from '#domain/date-text.ts'
import type { LegalSection, LegalText } from '#domain/legal/legal-text.ts'
import type { Config } from '#server/config.ts'

const DARK =
  '--surface: #121B18; --ink: #EAF1EE; --ink-2: #B9C7C1; --ink-3: #94A59D; --brand: #6CCFA9; --focus: #8DB9FF;'

/** A legal document's styles: the design language's tokens, light and dark as requested or as the system is set. */
const LEGAL_STYLE = `
:root { color-scheme: light dark; --surface: #FFF; --ink: #10201A; --ink-2: #3B4C45; --ink-3: #56675F; --brand: #0B5A48; --focus: #1C5FD6; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${DARK} } }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; ${DARK} }
* { box-sizing: border-box; margin: 0; }
body { background: var(--surface); color: var(--ink); font: 16px/24px "Hanken Grotesk Variable", ui-sans-serif, system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
main { margin: 0 auto; max-width: 68ch; padding: 32px 24px 48px; }
h1 { font-size: 27px; font-weight: 640; letter-spacing: -.022em; line-height: 33px; text-wrap: balance; }
h2 { font-size: 19px; font-weight: 640; letter-spacing: -.014em; line-height: 26px; margin-top: 28px; text-wrap: balance; }
p, ul { color: var(--ink-2); margin-top: 10px; overflow-wrap: anywhere; text-wrap: pretty; }
ul { padding-left: 20px; }
li + li { margin-top: 6px; }
.date { color: var(--ink-3); font-size: 15px; margin-top: 6px; }
:focus-visible { border-radius: 4px; outline: 3px solid var(--focus); outline-offset: 2px; }
`

const STYLE_HASH = `'sha256-${createHash('sha256').update(LEGAL_STYLE).digest('base64')}'`

/** No scripts, only the styles above; only our own pages may frame it. */
export const DOCUMENT_POLICY = `default-src 'none'; style-src ${STYLE_HASH}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`

/** A legal document as a self-contained page. */
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
