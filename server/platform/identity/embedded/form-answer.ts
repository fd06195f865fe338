import type { FastifyReply } from 'fastify'
import { ERROR_STATUS } from '#contract/errors.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { FormState } from './fields.ts'
import type { Html } from './layout.ts'

/** The status of a page for a link that no longer works. */
export const GONE = 410

/** Sends a page that is never cached, because it may contain an address or a token. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text)
}

/**
 * Shows a form again after an expected refusal, with what was typed and what to correct. Rethrows anything that
 * isn't about the form.
 */
export function sendFormAgain(
  reply: FastifyReply,
  error: unknown,
  email: string,
  form: (state: FormState) => Html,
): FastifyReply {
  if (!(error instanceof AppError)) throw error
  const { fields, retryAfter } = error.details
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
  const status = ERROR_STATUS[error.code]
  return sendPage(reply, form({ email, fields, message: fields ? undefined : error.message }), status)
}
