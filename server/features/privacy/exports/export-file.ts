import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { ZipArchive } from 'archiver'
import { eq } from 'drizzle-orm'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import { requireProven } from '#server/model/documents/refused-document.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import type { Services } from '#server/services.ts'
import { exportPage } from './export-page.ts'
import { seeOneMoment } from './exports.sql.ts'
import { HELD_DATA, type HeldRows, heldData } from './held-data.ts'

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
    const { company, dateStyle } = services.config
    const page = exportPage({ company, dateStyle, madeAt, documents: files.map(({ name }) => name) }, data)
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
  const extension = /\.[a-z]{3,4}$/.exec(row.fileName.toLowerCase())?.[0] ?? ''
  const state = row.supersededAt ? '-former' : ''
  return `documents/${number}-${row.slot}${state}${extension}`
}
