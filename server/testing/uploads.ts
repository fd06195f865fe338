import { createHash, randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import { PART_TYPE, UPLOAD_PART_BYTES } from '#contract/documents/part-uploads.ts'
import type { TestUser } from './app.ts'
import { multipart } from './journeys.ts'

export interface TestFile {
  bytes: Buffer
  name: string
  /** The type in the header or data URL; by default the one of the name. */
  type?: string
  slot?: DocumentSlot
  /** Whose document it is, as the upload says. */
  kind?: string
}

const TYPES: Record<string, string> = { png: 'image/png', pdf: 'application/pdf', svg: 'image/svg+xml' }
const typeOf = ({ name, type }: TestFile) => type ?? TYPES[name.split('.').at(-1) ?? ''] ?? 'image/jpeg'

/** The call that starts an upload of these bytes in parts. */
export function startOf(file: TestFile, id: string = randomUUID()) {
  const { bytes, name, slot = 'id-front', kind } = file
  return { id, documentType: slot, kind, fileName: name, mime: typeOf(file), bytes: bytes.length }
}

/** The part of a file that begins at `start`, with its headers; empty if nothing is left. */
export function partOf(file: Buffer, start: number) {
  const body = file.subarray(start, start + UPLOAD_PART_BYTES)
  return {
    body,
    headers: {
      'content-type': PART_TYPE,
      'content-length': String(body.length),
      'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
      'upload-offset': String(start),
      'upload-complete': start + body.length === file.length ? '?1' : '?0',
    },
  }
}

/** Sends a file in parts as the browser does. Returns the answer to the last of them, or the first refusal. */
export async function sendInParts(
  call: TestUser['call'],
  file: TestFile,
  path = '/api/uploads',
): Promise<LightMyRequestResponse> {
  const start = startOf(file)
  let answer = await call('POST', path, start)
  for (let at = 0; at < file.bytes.length && answer.statusCode === 200; at += UPLOAD_PART_BYTES) {
    const { body, headers } = partOf(file.bytes, at)
    answer = await call('PATCH', `${path}/${start.id}`, body, headers)
  }
  return answer
}

/** The ways to upload; all of them must be judged alike (choices §1.2). */
export const UPLOADS: readonly (readonly [
  string,
  (person: TestUser, file: TestFile) => Promise<LightMyRequestResponse>,
])[] = [
  [
    'as a form',
    (person, file) => {
      const { bytes, name, slot = 'id-front', kind } = file
      const form = multipart(
        { documentType: slot, fileName: name, ...(kind && { kind }) },
        { name: 'blob', type: typeOf(file), bytes },
      )
      return person.call('POST', '/api/uploads/kyc-document-direct', form.body, form.headers)
    },
  ],
  [
    'as JSON',
    (person, file) => {
      const { bytes, name, slot = 'id-front', kind } = file
      const fileData = `data:${typeOf(file)};base64,${bytes.toString('base64')}`
      return person.call('POST', '/api/uploads/kyc-document', {
        documentType: slot,
        kind,
        fileName: name,
        fileData,
      })
    },
  ],
  [
    'in parts',
    async (person, file) => {
      const answer = await sendInParts(person.call, file)
      const body = answer.json()
      return Object.assign(answer, { json: () => body.stored ?? body })
    },
  ],
]
