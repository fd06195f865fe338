import type { LightMyRequestResponse } from 'fastify'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { TestUser } from './app.ts'
import { multipart } from './journeys.ts'

export interface TestFile {
  bytes: Buffer
  name: string
  /** Type by header or data URL; what the name says otherwise. */
  type?: string
  slot?: DocumentSlot
  /** Whose it is, as the upload says. */
  kind?: string
}

const TYPES: Record<string, string> = { png: 'image/png', pdf: 'application/pdf', svg: 'image/svg+xml' }
const typeOf = ({ name, type }: TestFile) => type ?? TYPES[name.split('.').at(-1) ?? ''] ?? 'image/jpeg'

/** The two ways to upload; both must judge alike (choices §1). */
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
]
