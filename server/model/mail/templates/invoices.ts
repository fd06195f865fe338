import { dayText } from '#domain/date-text.ts'
import type { InvoiceMail } from '#server/model/mail/mail-kinds.ts'
import type { MailView } from './layout.ts'
import { action, aside, facts, mailto, paragraph, title } from './parts.ts'
import { day, mailGreeting, type Site } from './site.ts'

const because = (site: Site) => `You’re receiving this because ${site.company.name} sends invoices to you.`

function invoiceFacts({ label, amount, receivedOn, dueAt, projectName }: InvoiceMail, site: Site) {
  return facts([
    { name: 'Invoice', value: label },
    ...(projectName ? [{ name: 'Project', value: projectName }] : []),
    { name: 'Amount', value: amount },
    ...(receivedOn ? [{ name: 'Received on', value: dayText(receivedOn, site.dateStyle) }] : []),
    ...(dueAt ? [{ name: 'Due date', value: day(dueAt, site) }] : []),
  ])
}

/** Brings a new invoice. */
export function invoiceIssued(props: InvoiceMail, site: Site): MailView {
  const { label, amount, dueAt } = props
  return {
    subject: `Invoice ${label} from ${site.company.legalName}`,
    preheader: dueAt ? `${amount}, due on ${day(dueAt, site)}.` : `${amount}.`,
    because: because(site),
    body: [
      title('You have a new invoice'),
      paragraph(mailGreeting(props.name)),
      paragraph('Here’s a new invoice. You can read it, save it as a PDF and pay it online.'),
      invoiceFacts(props, site),
      action('View invoice', site.link(props.path)),
      aside('Something looks wrong? Write to ', mailto(site.company.supportEmail), ' before you pay.'),
    ],
  }
}

/** Reminds of an invoice that is due within days. */
export function invoiceDueSoon(props: InvoiceMail, site: Site): MailView {
  const due = props.dueAt ? ` on ${day(props.dueAt, site)}` : ' soon'
  return {
    subject: `Invoice ${props.label} is due${due}`,
    preheader: `${props.amount} is due${due}.`,
    because: because(site),
    body: [
      title('An invoice is due soon'),
      paragraph(mailGreeting(props.name)),
      paragraph(`A short reminder: invoice ${props.label} is due${due}.`),
      invoiceFacts(props, site),
      action('View invoice', site.link(props.path)),
      aside('If you’ve already paid, you don’t need to do anything.'),
    ],
  }
}

/** Says that the due date has passed. */
export function invoiceOverdue(props: InvoiceMail, site: Site): MailView {
  const due = props.dueAt ? ` on ${day(props.dueAt, site)}` : ''
  return {
    subject: `Invoice ${props.label} is overdue`,
    preheader: `${props.amount} was due${due}.`,
    because: because(site),
    body: [
      title('An invoice is overdue'),
      paragraph(mailGreeting(props.name)),
      paragraph(`Invoice ${props.label} was due${due}, and we haven’t received a payment yet.`),
      invoiceFacts(props, site),
      action('View invoice', site.link(props.path)),
      aside(
        'If you’ve already paid, it may still be on its way. If you can’t pay now, write to ',
        mailto(site.company.supportEmail),
        '.',
      ),
    ],
  }
}

/** Confirms a payment. */
export function invoicePaid(props: InvoiceMail, site: Site): MailView {
  return {
    subject: `Invoice ${props.label} is paid`,
    preheader: `We have received ${props.amount}. Thank you.`,
    because: because(site),
    body: [
      title('Thank you for your payment'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `We have received ${props.amount} for invoice ${props.label}. There is nothing left to pay on it.`,
      ),
      invoiceFacts({ ...props, dueAt: null }, site),
      action('View invoice', site.link(props.path)),
    ],
  }
}

/** Confirms a part of the amount. */
export function invoicePartPaid(props: InvoiceMail, site: Site): MailView {
  return afterEntry(props, site, {
    subject: `We've received ${props.amount} for invoice ${props.label}`,
    title: 'Thank you for your payment',
    text: `We've received ${props.amount} for invoice ${props.label}.`,
  })
}

/** Brings a credit note, which the attached invoice shows. */
export function invoiceCredited(props: InvoiceMail, site: Site): MailView {
  return afterEntry(props, site, {
    subject: `Credit note for invoice ${props.label}`,
    title: 'We have credited you',
    text: `We've taken ${props.amount} off invoice ${props.label}. The attached invoice shows the credit note.${
      props.sentBack ? ` You had already paid ${props.sentBack} of this, so we've sent that back to you.` : ''
    }`,
  })
}

/** Says that money was sent back. */
export function invoiceRefunded(props: InvoiceMail, site: Site): MailView {
  return afterEntry(props, site, {
    subject: `Refund for invoice ${props.label}`,
    title: 'We have sent money back',
    text: `We've sent ${props.amount} back to you for invoice ${props.label}.`,
  })
}

/** Takes back the confirmation of a payment that was recorded by mistake. */
export function invoiceCorrected(props: InvoiceMail, site: Site): MailView {
  return afterEntry(props, site, {
    subject: `Correction for invoice ${props.label}`,
    title: 'We recorded a payment by mistake',
    text: `We told you that we’d received ${props.amount} for invoice ${props.label}. That was our mistake, and we’re sorry.`,
  })
}

/** Says that an invoice needs no payment any more. */
export function invoiceVoided(props: InvoiceMail, site: Site): MailView {
  return {
    subject: `Invoice ${props.label} was cancelled`,
    preheader: 'You don’t need to pay it.',
    because: because(site),
    body: [
      title('An invoice was cancelled'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `We’ve cancelled invoice ${props.label}. You don’t need to pay it. If you’ve paid it already, please tell us.`,
      ),
      invoiceFacts({ ...props, dueAt: null }, site),
      action('View invoice', site.link(props.path)),
    ],
  }
}

function afterEntry(
  props: InvoiceMail,
  site: Site,
  texts: { subject: string; title: string; text: string },
): MailView {
  const { stillDue, dueAt } = props
  const rest = stillDue
    ? `${stillDue} is still to be paid${dueAt ? `, by ${day(dueAt, site)}` : ''}.`
    : 'There is nothing more to pay.'
  return {
    subject: texts.subject,
    preheader: rest,
    because: because(site),
    body: [
      title(texts.title),
      paragraph(mailGreeting(props.name)),
      paragraph(`${texts.text} ${rest}`),
      invoiceFacts({ ...props, dueAt: stillDue ? dueAt : null }, site),
      action('View invoice', site.link(props.path)),
    ],
  }
}
