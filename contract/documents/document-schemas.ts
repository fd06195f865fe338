import { z } from 'zod'
import { DOC_TYPES, DOCUMENT_SLOTS } from './documents.ts'

export const DocType = z.enum(DOC_TYPES, 'Choose a document type')
export type DocType = z.infer<typeof DocType>

/** `documentType` in the upload calls. */
export const DocumentSlot = z.enum(DOCUMENT_SLOTS, 'Choose which document this is')
export type DocumentSlot = z.infer<typeof DocumentSlot>
