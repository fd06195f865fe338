import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { invoices } from '#server/platform/database/schema/billing.ts'
import { certifications } from '#server/platform/database/schema/certifications.ts'
import type { MailAttachment } from '#server/platform/database/schema/mails.ts'
import {
  type AttachedFile,
  MailRefused,
  type RenderAttachments,
} from '#server/platform/mail/mail-transport.ts'
import { answersOfStatement } from '#server/records/certifications/investor-answers.ts'
import { statementFileName, statementPdf } from '#server/records/certifications/statement-pdf.ts'
import { type PaperConfig, paperOf } from '#server/records/invoices/invoice-paper.ts'
import { invoiceFileName, invoicePdf } from '#server/records/invoices/invoice-pdf.ts'

/** Makes the files that mails refer to, from the rows as they are kept. Throws MailRefused for a row that is gone. */
export function attachmentRenderer(db: Db, config: PaperConfig): RenderAttachments {
  return (attachments) => Promise.all(attachments.map((attachment) => render(db, config, attachment)))
}

async function render(db: Db, config: PaperConfig, attachment: MailAttachment): Promise<AttachedFile> {
  switch (attachment.kind) {
    case 'investor-statement': {
      const [row] = await db
        .select()
        .from(certifications)
        .where(eq(certifications.id, attachment.certificationId))
      if (!row) throw new MailRefused('The statement to attach is not there')
      const content = await statementPdf(row, config.dateStyle, await answersOfStatement(db, row.id))
      return { fileName: statementFileName(row), mime: 'application/pdf', content }
    }
    case 'invoice': {
      const [row] = await db.select().from(invoices).where(eq(invoices.id, attachment.invoiceId))
      if (!row) throw new MailRefused('The invoice to attach is not there')
      const paper = await paperOf(db, row, config)
      return { fileName: invoiceFileName(paper), mime: 'application/pdf', content: await invoicePdf(paper) }
    }
    default:
      return attachment satisfies never
  }
}
