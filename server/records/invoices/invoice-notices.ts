import { INVOICES_PATH } from '#contract/billing.ts'
import type { InvoiceStatus } from '#contract/invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { invoiceLabel } from '#domain/invoices/invoice-number.ts'
import { keptOf } from '#domain/invoices/ledger-balance.ts'
import { balanceOf } from '#server/platform/billing/ledger-billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { InvoiceRow } from '#server/platform/database/schema/billing.ts'
import type { MailAttachment } from '#server/platform/database/schema/mails.ts'
import type { MailKind } from '#server/platform/mail/mail-kinds.ts'
import { giveNotice } from '#server/records/mail/notices.ts'
import { queueRecordedMail } from '#server/records/mail/recorded-mail.ts'
import type { Services } from '#server/services.ts'
import { addresseesOf } from './clients.ts'
import { hostedPath, outstanding } from './invoice-view.ts'

export type InvoiceNotice = Extract<MailKind, `invoice-${string}`>

/** Sends the mail that a change of status owes the client: on being issued, and on being paid (account-admin §4). */
export async function sendInvoiceNotice(
  services: Services,
  tx: Db,
  before: InvoiceStatus,
  after: InvoiceRow,
): Promise<void> {
  if (before === 'draft' && after.status === 'open') await mailInvoice(services, tx, after, 'invoice-issued')
  if (after.status === 'paid') await mailInvoice(services, tx, after, 'invoice-paid')
}

/** What the list in the header says of it. */
const NOTICE_TITLES: Readonly<Record<InvoiceNotice, (label: string) => string>> = {
  'invoice-issued': (label) => `You have a new invoice, ${label}`,
  'invoice-due-soon': (label) => `Invoice ${label} is due soon`,
  'invoice-overdue': (label) => `Invoice ${label} is overdue`,
  'invoice-paid': (label) => `Invoice ${label} is paid`,
  'invoice-part-paid': (label) => `We have received a part of invoice ${label}`,
  'invoice-credited': (label) => `We have credited you on invoice ${label}`,
  'invoice-refunded': (label) => `We have sent money back for invoice ${label}`,
}

const WITH_PDF: ReadonlySet<InvoiceNotice> = new Set([
  'invoice-issued',
  'invoice-paid',
  'invoice-part-paid',
  'invoice-credited',
  'invoice-refunded',
])

/** What a mail is about: what came in all, or what is to be paid. */
function amountOf(invoice: InvoiceRow, kind: InvoiceNotice): number {
  if (kind !== 'invoice-paid') return outstanding(invoice)
  return invoice.providerRef ? invoice.amountDue : keptOf(balanceOf(invoice))
}

/**
 * Mails about an invoice to everybody of its client, each once for the same `occasion`; gives how many were queued. The
 * mails belong to the transaction of what causes them.
 */
export async function mailInvoice(
  services: Pick<Services, 'mailer' | 'now'>,
  tx: Db,
  invoice: InvoiceRow,
  kind: InvoiceNotice,
  { occasion = '', entry }: { occasion?: string; entry?: number } = {},
): Promise<number> {
  const at = services.now()
  const about = {
    label: invoiceLabel(invoice),
    amount: formatMoney(entry ?? amountOf(invoice, kind), invoice.currency),
    stillDue: invoice.status === 'open' ? formatMoney(outstanding(invoice), invoice.currency) : null,
    dueAt: invoice.dueAt,
    projectName: invoice.projectName,
    path: hostedPath(invoice),
  }
  // A provider keeps its own PDF, behind the link.
  const attachments: MailAttachment[] =
    WITH_PDF.has(kind) && !invoice.providerRef ? [{ kind: 'invoice', invoiceId: invoice.id }] : []
  let count = 0
  for (const { userId, name, to } of await addresseesOf(tx, invoice.clientId)) {
    const mail = {
      kind,
      props: { ...about, name },
      to,
      userId,
      attachments,
      messageKey: `${kind}:${invoice.id}:${userId ?? 'accounts'}${occasion && `:${occasion}`}`,
      at,
    }
    const isNew = await queueRecordedMail(services, tx, mail, { invoice: invoice.id })
    if (!isNew) continue
    count++
    if (userId)
      await giveNotice(tx, {
        title: NOTICE_TITLES[kind](about.label),
        detail: about.amount,
        path: INVOICES_PATH,
        userId,
        key: `${kind}:${invoice.id}${occasion && `:${occasion}`}`,
        at,
      })
  }
  return count
}
