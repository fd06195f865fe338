import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/documents/part-uploads.ts'
import { uploadAnswer } from '#server/features/documents/keep-document.ts'
import { abortOf } from '#server/features/documents/routes.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import type { DocumentUploadRow } from '#server/model/schema/documents.ts'
import { countMisses } from '#server/platform/http/rate-limit.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Call, Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { announcedPart, appendPart } from './append-part.ts'
import { completeUpload, documentOfUpload, isRefusal } from './complete-upload.ts'
import { cancelUpload, findUpload, openUpload, presentUpload, type Uploader } from './open-upload.ts'

/** Uploads in parts: the core of "Resumable Uploads for HTTP" (decision 093). */
export function registerPartUploads(routes: Routes, services: Services): void {
  const { db } = services.database
  const uploaderOf = (request: FastifyRequest): Uploader => ({ userId: callerOf(request).userId })

  const answer = async (reply: FastifyReply, upload: DocumentUploadRow) => {
    tellProgress(reply, upload, services.now())
    const row = await documentOfUpload(services, upload)
    return { upload: presentUpload(upload), stored: row ? await uploadAnswer(db, row) : null }
  }

  routes.on(contract.startUpload)(async ({ body, request, reply }) => {
    const opening = openUpload(services, uploaderOf(request), body)
    return answer(reply, await countMisses(services, request, opening))
  })

  routes.on(contract.readUpload)(async ({ params, request, reply }) => {
    const finding = findUpload(services, uploaderOf(request), params.id)
    return answer(reply, await countMisses(services, request, finding))
  })

  routes.on(contract.appendPart)(async (call) =>
    answer(call.reply, await takePart(services, uploaderOf(call.request), call)),
  )

  routes.on(contract.cancelUpload)(async ({ params, request }) => {
    await cancelUpload(services, uploaderOf(request), params.id)
    return { success: true }
  })
}

type PartCall = Pick<Call<typeof contract.appendPart>, 'params' | 'headers' | 'body' | 'request' | 'reply'>

/**
 * Stores a part, and turns the upload into a document if it was the last one; returns the updated upload.
 * Throws what `findUpload`, `appendPart` and `completeUpload` throw.
 */
export async function takePart(
  services: Services,
  uploader: Uploader,
  { params, headers, body, request, reply }: PartCall,
  stillAllowed?: () => Promise<void>,
): Promise<DocumentUploadRow> {
  try {
    const found = await countMisses(services, request, findUpload(services, uploader, params.id))
    tellProgress(reply, found, services.now())
    const signal = abortOf(request)
    const source = body ?? request.raw
    const upload = await appendPart(services, found, { ...announcedPart(headers), source, signal })
    if (upload.received < upload.bytes) return upload
    tellProgress(reply, upload, services.now())
    const completing = completeUpload(services, upload, { signal, origin: originOf(request), stillAllowed })
    const row = await completing.catch((error: unknown) => {
      // The whole file was refused: sending a part again wouldn't change that.
      if (isRefusal(error)) reply.header('upload-complete', '?1')
      throw error
    })
    return { ...upload, documentId: row.id }
  } catch (error) {
    // The rest of a refused part is discarded; unread it would keep its connection busy until the timeout.
    request.raw.resume()
    throw error
  }
}

/** Sets the protocol's headers about an upload, on answers and refusals alike. */
export function tellProgress(reply: FastifyReply, upload: DocumentUploadRow, now: Date): void {
  const secondsLeft = Math.floor((upload.expiresAt.getTime() - now.getTime()) / 1000)
  const { UPLOAD_PART_BYTES } = contract
  const progress: contract.UploadHeaders = {
    'upload-offset': upload.received,
    'upload-length': upload.bytes,
    'upload-complete': upload.documentId ? '?1' : '?0',
    'upload-limit': `min-append-size=${UPLOAD_PART_BYTES}, max-append-size=${UPLOAD_PART_BYTES}, max-age=${secondsLeft}`,
  }
  reply.headers(progress)
}
