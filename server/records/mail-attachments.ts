import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { certifications } from '#server/platform/database/schema/certifications.ts'
import type { MailAttachment } from '#server/platform/database/schema/mails.ts'
import {
  type AttachedFile,
  MailRefused,
  type RenderAttachments,
} from '#server/platform/mail/mail-transport.ts'
import { statementFileName, statementPdf } from './statement-pdf.ts'

/** Makes the files that mails refer to, from the rows as they are kept. Throws MailRefused for a row that is gone. */
export function attachmentRenderer(db: Db): RenderAttachments {
  return (attachments) => Promise.all(attachments.map((attachment) => render(db, attachment)))
}

async function render(db: Db, attachment: MailAttachment): Promise<AttachedFile> {
  switch (attachment.kind) {
    case 'investor-statement': {
      const [row] = await db
        .select()
        .from(certifications)
        .where(eq(certifications.id, attachment.certificationId))
      if (!row) throw new MailRefused('The statement to attach is not there')
      return { fileName: statementFileName(row), mime: 'application/pdf', content: await statementPdf(row) }
    }
    default:
      return attachment.kind satisfies never
  }
}
