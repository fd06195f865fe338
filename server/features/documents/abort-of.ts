import type { FastifyRequest } from 'fastify'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** Aborted when the browser goes away: a cancelled upload leaves nothing. */
export function abortOf(request: FastifyRequest): AbortSignal {
  const controller = new AbortController()
  request.raw.once('close', () => {
    if (!request.raw.complete) controller.abort(new AppError('VALIDATION_ERROR', UPLOAD_TEXT.failed))
  })
  return controller.signal
}
