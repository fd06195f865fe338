import type { Company } from '#contract/company.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { momentText } from '#domain/date-text.ts'
import { exportLabel, exportText } from './export-labels.ts'
import { HELD_DATA, type HeldRows } from './held-data.ts'

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #10201a; background: #f5f8f6; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  h1, h2 { line-height: 1.2 }
  table { border-collapse: collapse; width: 100%; background: #fff; margin: .75rem 0 }
  td table { margin: 0 0 .4rem }
  th, td { border: 1px solid #dce4e0; padding: .4rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere }
  th { width: 30%; font-weight: 600 }
  pre { white-space: pre-wrap; margin: 0; font: inherit }
  p.why { color: #3b4c45 }
  @media (prefers-color-scheme: dark) { body { color: #eaf1ee; background: #0b1210 } a { color: #6ccfa9 } table { background: #121b18 } th, td { border-color: #26342e } p.why { color: #b9c7c1 } }`

export interface ExportAbout {
  company: Company
  dateStyle: DateStyle
  madeAt: Date
  /** The names of the files. */
  documents: readonly string[]
}

/**
 * The readable page of an export: every section with its purpose and retention, each row as a table (choices
 * §7.3). What is empty is left out; data.json has it.
 */
export function exportPage(about: ExportAbout, data: HeldRows): string {
  const { company, dateStyle, madeAt, documents } = about
  const sections = HELD_DATA.map(({ name, title, purpose, kept }) => {
    const rows = data[name] ?? []
    const content = rows.length
      ? rows.map((row) => table(row, { section: name, dateStyle })).join('')
      : '<p>Nothing is held.</p>'
    return `<section><h2>${asHtml(title)}</h2>
<p class="why">Why: ${asHtml(purpose)}. Kept: ${asHtml(kept)}.</p>
${content}</section>`
  })
  const files = documents.map((name) => `<li><a href="${encodeURI(name)}">${asHtml(name)}</a></li>`)
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your data at ${asHtml(company.name)}</title><style>${STYLE}</style></head><body>
<h1>Your data at ${asHtml(company.name)}</h1>
<p>Made on ${asHtml(momentText(madeAt, dateStyle))}. Times are those of London. The same data is in <a href="data.json">data.json</a> for programs to read.</p>
<p>${asHtml(company.legalName)}, ${asHtml(company.address)}, decides why and how your data is used. It comes from you, from the
provider you sign in with, and from our review. It is shared with the companies that host our systems and send our emails,
with payment providers where you pay, and with authorities where the law says so. A person decides on every verification;
nothing about you is decided by a program alone.</p>
<p>You may ask us to correct or delete data, to limit its use or to hand it on, and you may object to its use: write to
${asHtml(company.supportEmail)}. You may complain to us at ${asHtml(company.complaintsEmail)}, and to the Information
Commissioner's Office at ico.org.uk.</p>
<h2>Your files</h2>
${files.length ? `<ul>${files.join('')}</ul>` : '<p>Nothing is held.</p>'}
${sections.join('\n')}
</body></html>
`
}

interface Place {
  section: string
  dateStyle: DateStyle
}

function table(row: object, place: Place): string {
  const cells = Object.entries(row).flatMap(([key, value]) => {
    const shown = cell(key, value, place)
    return shown ? `<tr><th scope="row">${asHtml(exportLabel(key))}</th><td>${shown}</td></tr>` : []
  })
  return cells.length ? `<table>${cells.join('')}</table>` : ''
}

/** What a value is within another has a table of its own. */
function cell(key: string, value: unknown, place: Place): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((each) => cell(key, each, place)).join('')
  if (typeof value === 'object' && !(value instanceof Date)) return table(value, place)
  const text = exportText(place.section, key, value as string | number | boolean | Date, place.dateStyle)
  return `<pre>${asHtml(text)}</pre>`
}

/** Escapes text for HTML (security R31). */
function asHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
