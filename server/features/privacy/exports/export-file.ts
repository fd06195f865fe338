import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { ZipArchive } from 'archiver'
import { eq } from 'drizzle-orm'
import type { Company } from '#contract/company.ts'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import { requireProven } from '#server/model/documents/refused-document.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import type { Services } from '#server/services.ts'
import { seeOneMoment } from './exports.sql.ts'
import { HELD_DATA, type HeldRows, heldData } from './held-data.ts'

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #10201a; background: #f5f8f6; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  h1, h2 { line-height: 1.2 }
  table { border-collapse: collapse; width: 100%; background: #fff; margin: .75rem 0 }
  th, td { border: 1px solid #dce4e0; padding: .4rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere }
  th { width: 30%; font-weight: 600 }
  pre { white-space: pre-wrap; margin: 0; font: inherit }
  p.why { color: #3b4c45 }
  @media (prefers-color-scheme: dark) { body { color: #eaf1ee; background: #0b1210 } table { background: #121b18 } th, td { border-color: #26342e } p.why { color: #b9c7c1 } }`

/**
 * Opens the zip of everything held about a person: data.json, index.html and the original documents. Files are
 * streamed one after the other, so that memory use doesn't depend on their size.
 */
export async function exportFile(services: Services, userId: number): Promise<Readable> {
  const madeAt = services.now()
  const { data, rows } = await services.database.transaction(async (tx) => {
    // Otherwise later queries would see more than earlier ones, such as a document that the list doesn't have.
    await seeOneMoment(tx)
    return {
      data: await heldData(tx, userId),
      rows: await tx
        .select()
        .from(documents)
        .where(eq(documents.userId, userId))
        .orderBy(documents.createdAt),
    }
  })
  const files = rows.map((row, index) => ({ row, name: nameOf(row, index) }))
  // Loaded with the first export: few processes make one, and it would take memory from the start (performance
  // P10).
  const { ZipArchive } = await import('archiver')
  const archive = new ZipArchive({ zlib: { level: 6 } })
  fill(archive, async () => {
    await append(archive, jsonOf(madeAt, data), 'data.json')
    const page = indexPage(
      { company: services.config.company, madeAt, documents: files.map(({ name }) => name) },
      data,
    )
    await append(archive, page, 'index.html')
    for (const { row, name } of files) {
      await requireProven(services, row, { actor: { kind: 'system' } })
      // Pictures and PDFs are compressed already.
      await append(archive, await services.files.open(row.storageKey, row, documentBinding(row)), name, true)
    }
  })
  return archive
}

/** A failure in the middle reaches the archive's reader, so that it never looks complete. */
function fill(archive: ZipArchive, work: () => Promise<void>): void {
  work().then(
    () => archive.finalize(),
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  )
}

async function append(
  archive: ZipArchive,
  source: Readable | string,
  name: string,
  isStored = false,
): Promise<void> {
  if (typeof source !== 'string') source.once('error', (error) => archive.destroy(error))
  const entered = once(archive, 'entry')
  archive.append(source, { name, store: isStored })
  await entered
}

function jsonOf(madeAt: Date, data: HeldRows): string {
  const sections = HELD_DATA.map(({ name, title, purpose, kept }) => [
    name,
    { title, purpose, kept, rows: data[name] ?? [] },
  ])
  return `${JSON.stringify({ madeAt, sections: Object.fromEntries(sections) }, null, 2)}\n`
}

/** Unique, in the order of upload, and safe on every file system. */
function nameOf(row: DocumentRow, index: number): string {
  const number = String(index + 1).padStart(2, '0')
  const extension = /\.[a-z]{3,4}$/.exec(row.fileName)?.[0] ?? ''
  const state = row.supersededAt ? '-former' : ''
  return `documents/${number}-${row.slot}${state}${extension}`
}

/**
 * The readable index of an export: every section with its purpose and retention, each row as a table (choices
 * §7).
 */
function indexPage(
  about: { company: Company; madeAt: Date; documents: readonly string[] },
  data: HeldRows,
): string {
  const { company, madeAt, documents } = about
  const sections = HELD_DATA.map((section) => {
    const rows = data[section.name] ?? []
    const content = rows.length ? rows.map(table).join('') : '<p>Nothing is held.</p>'
    return `<section><h2>${asHtml(section.title)}</h2>
<p class="why">Why: ${asHtml(section.purpose)}. Kept: ${asHtml(section.kept)}.</p>
${content}</section>`
  })
  const files = documents.map((name) => `<li><a href="${encodeURI(name)}">${asHtml(name)}</a></li>`)
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your data at ${asHtml(company.name)}</title><style>${STYLE}</style></head><body>
<h1>Your data at ${asHtml(company.name)}</h1>
<p>Made on ${asHtml(madeAt.toISOString())}. The same data is in <a href="data.json">data.json</a> for programs to read.</p>
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

function table(row: Record<string, unknown>): string {
  const cells = Object.entries(row).map(
    ([name, value]) =>
      `<tr><th scope="row">${asHtml(name)}</th><td><pre>${asHtml(textOf(value))}</pre></td></tr>`,
  )
  return `<table>${cells.join('')}</table>`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** Escapes text for HTML (security R31). */
function asHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
