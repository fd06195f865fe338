import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { PAGES_HEADER } from '#contract/documents/documents.ts'
import * as contract from '#contract/documents/uploads.ts'
import { MAX_FILE_BYTES, tooLargeMessage, UPLOAD_TEXT } from '#contract/file-types.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { requireOwnIdentity } from '#server/model/access/own-identity.ts'
import { currentDocuments, formerDocuments, presentDocument } from '#server/model/cases/documents.ts'
import { staffActOf } from '#server/model/staff/staff-act.ts'
import { ByteBudget } from '#server/platform/files/byte-budget.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { countMisses } from '#server/platform/http/rate-limit.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { keepDocument, uploadAnswer } from './keep-document.ts'
import { brokenForm, multipartUpload } from './multipart-upload.ts'
import { type DocumentReading, findReadable, openDocument } from './read-document.ts'
import { giveReason, recordView } from './record-view.ts'
import { setDates } from './set-dates.ts'
import { setFaces } from './set-faces.ts'
import { type IncomingDocument, storeDocument } from './store-document.ts'
import { undoUpload } from './undo-upload.ts'

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.+-]+)*;base64,/
/**
 * The most bytes of bodies accepted at once: each is in memory in three forms, raw, as text and decoded. The
 * largest is accepted alone.
 */
const MOST_OF_BODIES = 36_000_000

/** Uploading, listing and reading documents; both upload calls share one pipeline (choices §1.2). */
export function registerDocuments(app: FastifyInstance, routes: Routes, services: Services): void {
  const { database } = services
  limitDecoding(app, contract.uploadDocumentJson.path)

  const store = async (
    request: FastifyRequest,
    file: Omit<IncomingDocument, 'userId' | 'signal' | 'origin'>,
  ) => {
    const row = await storeDocument(services, {
      ...file,
      userId: callerOf(request).userId,
      signal: abortOf(request),
      origin: originOf(request),
    })
    return uploadAnswer(database.db, row)
  }

  routes.on(contract.uploadDocumentJson)(async ({ body, request }) => {
    const { bytes, declaredType } = decodeDataUrl(body.fileData)
    return store(request, {
      kind: body.kind,
      slot: body.documentType,
      fileName: body.fileName,
      declaredType,
      source: Readable.from([bytes]),
      maxBytes: MAX_FILE_BYTES,
      docType: body.docType,
      issuedOn: body.issuedOn,
      expiresOn: body.expiresOn,
    })
  })

  const storeForm = async (request: FastifyRequest) => {
    const { fields, file, laterFields } = await multipartUpload(request)
    await requireOwnIdentity(services, request, fields)
    const maxBytes = Math.min(fields.maxBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES)
    return store(request, {
      kind: fields.kind,
      slot: fields.documentType,
      fileName: fields.fileName ?? file.name,
      declaredType: file.declaredType,
      source: file.source,
      maxBytes,
      docType: fields.docType,
      issuedOn: fields.issuedOn,
      expiresOn: fields.expiresOn,
      stillAllowed: async () => requireOwnIdentity(services, request, await laterFields()),
    }).catch((error: unknown) => {
      // A form that ends in the middle of its file.
      throw file.source.errored === error ? brokenForm(error) : error
    })
  }

  routes.on(contract.uploadDocument)(({ request }) =>
    storeForm(request).catch((error: unknown) => {
      // The rest of a refused form is discarded; unread it would keep its connection busy until the timeout.
      request.raw.unpipe().resume()
      throw error
    }),
  )

  const readable = (request: FastifyRequest, id: string) =>
    countMisses(services, request, findReadable(services, callerOf(request), id))

  routes.on(contract.listOwnDocuments)(async ({ request }) => {
    const rows = await currentDocuments(database.db, callerOf(request).userId)
    return { documents: rows.map(presentDocument) }
  })

  routes.on(contract.listFormerDocuments)(async ({ request }) => ({
    documents: await formerDocuments(database.db, callerOf(request).userId),
  }))

  routes.on(contract.readDocument)(async ({ params, query, request, reply }) => {
    const caller = callerOf(request)
    const row = await readable(request, params.id)
    const reading = readingOf(query)
    const reader = { caller, origin: originOf(request), signal: goneOf(reply) }
    const { body, mime, fileName } = await openDocument(services, reader, row, reading)
    if (reading.as === 'page') reply.header(PAGES_HEADER, row.pages ?? 1)
    return sendFile(reply, { as: reading.as === 'original' ? 'attachment' : 'inline', fileName, mime, body })
  })

  routes.on(contract.recordDocumentView)(async ({ params, body, request }) => {
    const row = await readable(request, params.id)
    await recordView(services, callerOf(request), row, body, originOf(request))
    return { success: true }
  })

  routes.on(contract.giveReadingReason)(async ({ params, body, request }) => {
    await giveReason(services, staffActOf(request), await readable(request, params.id), body.reason)
    return { success: true }
  })

  routes.on(contract.setDocumentDates)(async ({ params, body, request }) => {
    const caller = callerOf(request)
    const row = await readable(request, params.id)
    return {
      success: true,
      document: presentDocument(await setDates(services, caller, row, body, originOf(request))),
    }
  })

  routes.on(contract.keepDocument)(async ({ params, request }) => {
    const { userId } = callerOf(request)
    const document = keepDocument(services, userId, params.id, originOf(request))
    return { success: true, document: presentDocument(await countMisses(services, request, document)) }
  })

  routes.on(contract.setFaces)(async ({ params, body, request }) => {
    const { userId } = callerOf(request)
    const document = setFaces(services, userId, params.id, body.faces)
    return { success: true, document: presentDocument(await countMisses(services, request, document)) }
  })

  routes.on(contract.undoUpload)(async ({ params, request }) => {
    const { userId } = callerOf(request)
    const undone = undoUpload(services, userId, params.id, originOf(request))
    const former = await countMisses(services, request, undone)
    return { success: true, document: former ? presentDocument(former) : null }
  })
}

function readingOf({
  download,
  size,
  page = 1,
}: z.output<typeof contract.readDocument.query>): DocumentReading {
  if (download) return { as: 'original' }
  return size ? { as: 'thumbnail' } : { as: 'page', page }
}

/** Aborted when the reader disconnects before the answer, so that a page no one waits for isn't rendered. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    const gone = () => new AppError('UNAVAILABLE', 'No one waits for this page.', {}, { isDeliberate: true })
    if (!raw.writableEnded) controller.abort(gone())
  })
  return controller.signal
}

/** A base64 data URL's bytes and declared type. Throws VALIDATION_ERROR or FILE_TOO_LARGE. */
function decodeDataUrl(text: string): { bytes: Buffer; declaredType: string | undefined } {
  const [prefix, declaredType] = DATA_URL.exec(text.slice(0, 200)) ?? []
  const encoded = prefix === undefined ? '' : text.slice(prefix.length)
  if (!encoded || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    throw new AppError('VALIDATION_ERROR', UPLOAD_TEXT.readFailed, {
      fields: { fileData: UPLOAD_TEXT.readFailed },
    })
  }
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > MAX_FILE_BYTES) throw new AppError('FILE_TOO_LARGE', tooLargeMessage(MAX_FILE_BYTES))
  return { bytes, declaredType }
}

/** Makes JSON uploads wait for their turn before their body is read. */
function limitDecoding(app: FastifyInstance, path: string): void {
  const bodies = new ByteBudget({ most: MOST_OF_BODIES })
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST' || request.routeOptions.url !== path) return
    const gone = new AbortController()
    const body = bodies.holder()
    reply.raw.once('close', () => {
      gone.abort()
      body.release()
    })
    await body.grow(Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY), gone.signal)
  })
}

/** Aborted when the browser disconnects, so that a cancelled upload leaves nothing. */
export function abortOf(request: FastifyRequest): AbortSignal {
  const controller = new AbortController()
  request.raw.once('close', () => {
    if (!request.raw.complete) controller.abort(new AppError('VALIDATION_ERROR', UPLOAD_TEXT.failed))
  })
  return controller.signal
}
