import { INVOICES_PATH } from '#contract/invoices/invoice-values.ts'
import { formatMoney } from '#contract/money.ts'
import { invoiceLabel } from '#domain/invoices/invoice-dates.ts'
import type { MailKind } from '#server/model/mail/mail-kinds.ts'
import { queueRecordedMail } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import type { InvoiceRow } from '#server/model/schema/invoices.ts'
import type { MailAttachment } from '#server/model/schema/mails.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { addresseesOf } from './clients.ts'
import { hostedPath, outstanding } from './invoice-view.ts'
import type { InvoiceFacts } from './invoicing.ts'

export type InvoiceNotice = Extract<MailKind, `invoice-${string}`>

/** Sends the email for a change of status: when issued, when paid, and when void (account-admin §4.1). */
export async function sendInvoiceNotice(
  services: Services,
  tx: Db,
  {
    before,
    after,
    receivedBefore,
  }: { before: InvoiceFacts; after: InvoiceRow; receivedBefore: string | undefined },
): Promise<void> {
  if (before.status === 'draft' && after.status === 'open')
    await mailInvoice(services, tx, after, 'invoice-issued')
  // A draft that was deleted at the provider was never sent.
  if (after.status === 'void' && before.status !== 'draft')
    await mailInvoice(services, tx, after, 'invoice-voided')
  if (after.status === 'paid')
    await mailInvoice(services, tx, after, 'invoice-paid', {
      entry: cameWith(before, after),
      // It may be paid again after a refund.
      occasion: before.amountPaid > 0 ? String(after.version) : '',
      receivedBefore,
    })
}

/**
 * The amount received with the change that paid an invoice, in minor units; earlier payments have receipts of
 * their own.
 */
export function cameWith(before: InvoiceFacts, after: InvoiceRow): number {
  // A provider may count less as paid than it asked for.
  return (after.providerRef ? after.amountDue : after.amountPaid) - before.amountPaid
}

/** The notice's title. */
const NOTICE_TITLES: Readonly<Record<InvoiceNotice, (label: string) => string>> = {
  'invoice-issued': (label) => `You have a new invoice, ${label}`,
  'invoice-due-soon': (label) => `Invoice ${label} is due soon`,
  'invoice-overdue': (label) => `Invoice ${label} is overdue`,
  'invoice-paid': (label) => `Invoice ${label} is paid`,
  'invoice-part-paid': (label) => `We have received a part of invoice ${label}`,
  'invoice-credited': (label) => `We have credited you on invoice ${label}`,
  'invoice-refunded': (label) => `We have sent money back for invoice ${label}`,
  'invoice-corrected': (label) => `A payment of invoice ${label} was recorded by mistake`,
  'invoice-voided': (label) => `Invoice ${label} was cancelled`,
}

const WITH_PDF: ReadonlySet<InvoiceNotice> = new Set([
  'invoice-issued',
  'invoice-paid',
  'invoice-part-paid',
  'invoice-credited',
  'invoice-refunded',
  'invoice-corrected',
])

/**
 * Emails everyone of an invoice's client about it, once per `occasion`, in the transaction of its cause;
 * returns how many emails were queued. They state the amount of the `entry`, or what is to be paid, and what
 * was sent back with a credit note. `receivedBefore` is the day on which recorded money was received, if it was
 * an earlier one.
 */
export async function mailInvoice(
  services: Pick<Services, 'mailer' | 'now'>,
  tx: Db,
  invoice: InvoiceRow,
  kind: InvoiceNotice,
  {
    occasion = '',
    entry,
    sentBack,
    receivedBefore,
  }: {
    occasion?: string
    entry?: number
    sentBack?: number | undefined
    receivedBefore?: string | undefined
  } = {},
): Promise<number> {
  const at = services.now()
  const about = {
    label: invoiceLabel(invoice),
    amount: formatMoney(entry ?? outstanding(invoice), invoice.currency),
    stillDue: invoice.status === 'open' ? formatMoney(outstanding(invoice), invoice.currency) : null,
    ...(sentBack && { sentBack: formatMoney(sentBack, invoice.currency) }),
    ...(receivedBefore && { receivedOn: receivedBefore }),
    dueAt: invoice.dueAt,
    projectName: invoice.projectName,
    path: hostedPath(tx, invoice),
  }
  // A provider has its own PDF, behind the link.
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
        detail: kind === 'invoice-voided' ? 'You don’t need to pay it.' : about.amount,
        path: INVOICES_PATH,
        userId,
        key: `${kind}:${invoice.id}${occasion && `:${occasion}`}`,
        at,
      })
  }
  return count
}
