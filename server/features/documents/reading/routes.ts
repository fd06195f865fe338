import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { documentType } from '#contract/documents/documents.ts'
import * as contract from '#contract/documents/readings.ts'
import { londonDate } from '#domain/plain-date.ts'
import { nationalityText } from '#domain/reading/nationality-text.ts'
import { sureDate } from '#domain/reading/sure-date.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { findReading, type StoredReading } from '#server/model/documents/document-readings.ts'
import { linkSignals, signalsOf } from '#server/model/documents/document-signals.ts'
import { compareWithOtherSide, withContradictions } from '#server/model/documents/other-side.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { countMisses } from '#server/platform/http/rate-limit.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { findReadableOf } from '../read-document.ts'
import { isLookedAt, isRead } from './read-by-machine.ts'

/** What was read from documents: for their owner, and with signals for their reviewer. */
export function registerReadings(routes: Routes, services: Services): void {
  const { database, config, now } = services

  const stateOf = (row: DocumentRow, reading: StoredReading | undefined): contract.ReadingState | 'off' => {
    if (reading) return contract.ReadingState.parse(reading.state)
    return config.readsDocuments && isLookedAt(row) && !row.supersededAt ? 'waiting' : 'off'
  }

  routes.on(contract.readOwnReading)(async ({ params, request }) => {
    const row = await countMisses(services, request, findOwn(request, params.id))
    const reading = await findReading(database.db, row.id)
    // On a selfie there is nothing to confirm.
    return { state: isRead(row) ? stateOf(row, reading) : 'off', values: await valuesForOwner(row, reading) }
  })

  routes.on(contract.readCaseReadings)(async ({ params, query, request }) => {
    const reader = callerOf(request)
    const readings = []
    for (const row of await findReadableOf(services, reader, params.id, query.kind)) {
      const reading = await findReading(database.db, row.id)
      const isOwn = row.userId === reader.userId
      readings.push({
        documentId: row.id,
        state: stateOf(row, reading),
        values: await (isOwn ? valuesForOwner(row, reading) : valuesOf(row, reading)),
        signals: reading && !isOwn ? await linkedSignals(row, reading, reader.userId) : [],
        readAt: reading?.readAt.toISOString() ?? null,
      })
    }
    return { readings }
  })

  async function linkedSignals(row: DocumentRow, reading: StoredReading, readerId: number) {
    const signals = await signalsOf(database.db, row, reading, config)
    return linkSignals(database.db, row, reading, { signals, readerId, now: now() })
  }

  async function findOwn(request: FastifyRequest, id: string): Promise<DocumentRow> {
    const [row] = await database.db.select().from(documents).where(eq(documents.id, id))
    if (row?.userId === callerOf(request).userId) return row
    throw new AppError('NOT_FOUND', 'There is no such document.')
  }

  /** The values read, a nationality with its text: the table of its countries would be heavy in a browser. */
  async function valuesOf(
    row: DocumentRow,
    reading: StoredReading | undefined,
  ): Promise<contract.ReadValue[]> {
    if (!reading) return []
    const otherSide = await compareWithOtherSide(database.db, row, reading)
    const values = withContradictions(reading, otherSide)
    const slot = DocumentSlot.parse(row.slot)
    const sure = sureDate(slot, values, londonDate(now()))
    return values.map((found) => {
      if (found.field === 'nationality') return { ...found, text: nationalityText(found.value) }
      return sure !== null && found.field === documentType(slot).date ? { ...found, isSure: true } : found
    })
  }

  /** A value that its check digit contradicts was probably misread: reviewers see it, but its owner isn't asked to use it. */
  async function valuesForOwner(
    row: DocumentRow,
    reading: StoredReading | undefined,
  ): Promise<contract.ReadValue[]> {
    return (await valuesOf(row, reading)).filter(({ proof }) => proof !== 'wrong')
  }
}
