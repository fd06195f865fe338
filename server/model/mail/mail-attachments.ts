import { eq } from 'drizzle-orm'
import { answersOfStatement } from '#server/model/certifications/investor-answers.ts'
import { statementFileName, statementPdf } from '#server/model/certifications/statement-pdf.ts'
import { paperOf } from '#server/model/invoices/invoice-paper.ts'
import { invoiceFileName, invoicePdf } from '#server/model/invoices/invoice-pdf.ts'
import { certifications } from '#server/model/schema/certifications.ts'
import { invoices } from '#server/model/schema/invoices.ts'
import type { MailAttachment } from '#server/model/schema/mails.ts'
import { ownLines } from '#server/model/standing/own-home.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type AttachedFile, MailRefused } from '#server/platform/mail/mail-transport.ts'
import type { Services } from '#server/services.ts'

type Parts = Pick<Services, 'config' | 'now'>

/** Creates the files that emails refer to, from their rows. Throws MailRefused for a row that is gone. */
export function attachmentRenderer(db: Db, parts: Parts): RenderAttachments {
  return (attachments) => Promise.all(attachments.map((attachment) => render(db, parts, attachment)))
}

async function render(db: Db, parts: Parts, attachment: MailAttachment): Promise<AttachedFile> {
  const { config } = parts
  switch (attachment.kind) {
    case 'investor-statement': {
      const [row] = await db
        .select()
        .from(certifications)
        .where(eq(certifications.id, attachment.certificationId))
      if (!row) throw new MailRefused('The statement to attach is not there')
      const content = await statementPdf(row, config.dateStyle, {
        lines: await ownLines(db, parts, { userId: row.userId }),
        answers: await answersOfStatement(db, row.id),
      })
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

/** Creates an email's files. Throws if one can't be created now; the email is then retried. */
export type RenderAttachments = (attachments: readonly MailAttachment[]) => Promise<AttachedFile[]>
