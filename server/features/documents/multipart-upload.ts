import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { UploadFields } from '#contract/documents/uploads.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'

export interface MultipartUpload {
  fields: z.infer<typeof UploadFields>
  file: { name: string; declaredType: string; source: Readable }
}

/** Reads the text fields of a multipart upload up to its file, which stays a stream. Throws VALIDATION_ERROR. */
export async function multipartUpload(request: FastifyRequest): Promise<MultipartUpload> {
  if (!request.isMultipart())
    throw new AppError('UNSUPPORTED_TYPE', 'Send this request as multipart/form-data.')
  const given: Record<string, unknown> = Object.create(null)
  for await (const part of partsOf(request)) {
    if (part.type === 'file') {
      const { filename: name, mimetype: declaredType, file: source } = part
      return { fields: parseFields(given), file: { name, declaredType, source } }
    }
    if (part.fieldname in given)
      throw new AppError('VALIDATION_ERROR', `The field ${part.fieldname} came twice.`)
    given[part.fieldname] = part.value
  }
  throw new AppError('VALIDATION_ERROR', UPLOAD_TEXT.selectFirst, {
    fields: { file: UPLOAD_TEXT.selectFirst },
  })
}

/** A form's parts. A malformed form is the sender's fault; the parser's messages aren't fit to show. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch (error) {
    throw brokenForm(error)
  }
}

/**
 * Turns the form parser's failures, plain errors without a code, into VALIDATION_ERROR; returns any other as it
 * is.
 */
export function brokenForm(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError || 'code' in error) return error
  return new AppError('VALIDATION_ERROR', UPLOAD_TEXT.failed, {}, { cause: error })
}

function parseFields(given: Record<string, unknown>): MultipartUpload['fields'] {
  const parsed = UploadFields.safeParse(given, { error: issueMessage })
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
  // A missing slot is more likely to come after the file than nowhere.
  const isLate = !('documentType' in given)
  const [wrong = ''] = isLate ? ['Send the fields of an upload before its file.'] : Object.values(fields)
  throw new AppError('VALIDATION_ERROR', wrong, { fields })
}
