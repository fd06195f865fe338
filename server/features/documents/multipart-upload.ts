import type { Readable } from 'node:stream'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { UploadFields } from '#contract/documents/uploads.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'

export interface MultipartUpload {
  fields: z.infer<typeof UploadFields>
  file: { name: string; declaredType: string; source: Readable }
  /** Reads the fields that came after the file, which has been read by then. Only whom they name counts. */
  laterFields: () => Promise<GivenFields>
}

type GivenFields = Record<string, unknown>

/** Reads the text fields of a multipart upload up to its file, which stays a stream. Throws VALIDATION_ERROR. */
export async function multipartUpload(request: FastifyRequest): Promise<MultipartUpload> {
  if (!request.isMultipart())
    throw new AppError('UNSUPPORTED_TYPE', 'Send this request as multipart/form-data.')
  const parts = partsOf(request)
  const { given, file } = await fieldsUpToFile(parts)
  if (!file)
    throw new AppError('VALIDATION_ERROR', UPLOAD_TEXT.selectFirst, {
      fields: { file: UPLOAD_TEXT.selectFirst },
    })
  const { filename: name, mimetype: declaredType, file: source } = file
  return {
    fields: parseFields(given),
    file: { name, declaredType, source },
    laterFields: async () => {
      const later = await fieldsUpToFile(parts)
      if (later.file) throw new AppError('VALIDATION_ERROR', 'Send one file at a time.')
      return later.given
    },
  }
}

/** Reads text fields up to the next file, or to the end of the form. */
async function fieldsUpToFile(
  parts: AsyncGenerator<Multipart>,
): Promise<{ given: GivenFields; file?: MultipartFile }> {
  const given: GivenFields = Object.create(null)
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value
    if (part.type === 'file') return { given, file: part }
    if (part.fieldname in given)
      throw new AppError('VALIDATION_ERROR', `The field ${part.fieldname} came twice.`)
    given[part.fieldname] = part.value
  }
  return { given }
}

/** A form's parts. A malformed form is the sender's fault; the parser's messages aren't fit to show. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
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

function parseFields(given: GivenFields): MultipartUpload['fields'] {
  const parsed = UploadFields.safeParse(given, { error: issueMessage })
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
  // A missing slot is more likely to come after the file than nowhere.
  const isLate = !('documentType' in given)
  const [wrong = ''] = isLate ? ['Send the fields of an upload before its file.'] : Object.values(fields)
  throw new AppError('VALIDATION_ERROR', wrong, { fields })
}
