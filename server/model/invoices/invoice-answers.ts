import type { FastifyReply } from 'fastify'
import type { InvoiceRow } from '#server/model/schema/invoices.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { paperOf } from './invoice-paper.ts'
import { invoiceFileName, invoicePdf } from './invoice-pdf.ts'

/** Answers with an invoice's PDF: made here, or at the provider by a link that is requested now. */
export async function sendInvoicePdf(
  services: Services,
  reply: FastifyReply,
  row: InvoiceRow,
): Promise<FastifyReply> {
  // A draft is ours to preview, also one that exists at its provider because issuing it was started.
  if (row.providerRef && row.status !== 'draft')
    return redirectTo(reply, (await services.invoicing.read(row)).pdfUrl)
  const paper = await paperOf(services.database.db, row, services.config)
  return sendFile(reply, {
    as: 'attachment',
    fileName: invoiceFileName(paper),
    mime: 'application/pdf',
    body: await invoicePdf(paper),
  })
}

/** Redirects to a provider's link. Throws PROVIDER_FAILED if there is none. */
export function redirectTo(reply: FastifyReply, url: string | null): FastifyReply {
  if (!url)
    throw new AppError('PROVIDER_FAILED', 'The payment provider has no page for this invoice at the moment.')
  return reply.redirect(url)
}
