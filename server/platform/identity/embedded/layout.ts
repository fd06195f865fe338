import { COMPANY_AIM, type Company } from '#contract/company.ts'
import { IDP_PREFIX } from './deps.ts'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

interface Page {
  title: string
  body: Html
  /** Prefixes the title, so that a screen reader announces the problem first. */
  failed?: boolean
}

const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path class="leaf-a" d="M4.6 27.4C1.2 12.6 11.6 2 29.4 2.6Z"/><path class="leaf-b" fill="none" stroke-width="3.3" stroke-linecap="round" d="M25.7 10h1.7M20.4 15.4h6M15 20.8h8.8M9.8 26.2h8.4"/></svg>`

/** The provider's page around a form: the brand panel and one column, like the product's sign-in page. */
export function pageLayout(company: Company, page: Page): Html {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.failed ? 'Error: ' : ''}${page.title} – ${company.name}</title>
<link rel="stylesheet" href="${IDP_PREFIX}/assets/idp.css">
<link rel="stylesheet" href="${IDP_PREFIX}/assets/dark.css" media="(prefers-color-scheme: dark)" id="dark">
<script src="${IDP_PREFIX}/assets/theme.js"></script>
<script src="${IDP_PREFIX}/assets/webauthn.js" defer></script>
<script src="${IDP_PREFIX}/assets/sign-in.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
<section class="panel" aria-label="About ${company.name}">
<a class="brand" href="/">${MARK}<span>${company.name}</span></a>
<div class="art" aria-hidden="true"></div>
<div class="words"><p class="big">${company.tagline}</p>
<p>${COMPANY_AIM}</p></div>
</section>
<div class="column">
<main id="main"><div class="narrow">
<h1>${page.title}</h1>
${page.body}
</div></main>
<footer><nav aria-label="Legal and support"><a href="${company.termsUrl}">Terms</a><a href="${company.privacyUrl}">Privacy</a><a href="mailto:${company.supportEmail}">Contact Support</a></nav></footer>
</div>
</body>
</html>
`
}

/** Text that is already HTML. */
export interface Html {
  readonly text: string
}

type Value = Html | string | number | undefined | false | readonly Html[]

/** An HTML template in which every value is escaped unless it is Html itself (security R31). */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { text: parts.reduce((text, part, i) => text + render(values[i - 1]) + part) }
}

function render(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'text' in value ? value.text : value.map((item) => item.text).join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
