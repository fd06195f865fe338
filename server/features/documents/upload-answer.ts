import type { z } from 'zod'
import type { UploadAnswer } from '#contract/documents/uploads.ts'
import { presentDocument } from '#server/model/cases/documents.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { documentNoticesOf } from './keep-document.ts'

/** What a browser hears of a document that it has just sent, by whichever way. */
export async function uploadAnswer(db: Db, row: DocumentRow): Promise<z.input<typeof UploadAnswer>> {
  const document = presentDocument(row)
  return {
    success: true,
    documentUrl: document.documentUrl,
    document,
    notices: await documentNoticesOf(db, row),
    data: { documentUrl: document.documentUrl },
  }
}
