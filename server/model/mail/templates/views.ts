import { render, toPlainText } from '@react-email/components'
import type { MailKind, MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailContent } from '#server/model/mail/outbox.ts'
import {
  accountRestored,
  accountSuspended,
  detailsChanged,
  emailChanged,
  newDevice,
  passwordChanged,
  passwordReset,
  sessionMoved,
  signInFailures,
  signUp,
  signUpKnown,
  systemEmailConfirmation,
} from './account.ts'
import { documentRefused, exportRefused, ledgerFault, unusualReadingMail, valueRefused } from './alarms.ts'
import { handOffLink } from './documents.ts'
import {
  invoiceCorrected,
  invoiceCredited,
  invoiceDueSoon,
  invoiceIssued,
  invoiceOverdue,
  invoicePaid,
  invoicePartPaid,
  invoiceRefunded,
  invoiceVoided,
} from './invoices.ts'
import { type MailView, mailLayout } from './layout.ts'
import { action, aside, bareAddress, facts, figure, link, paragraph, title } from './parts.ts'
import {
  accountErased,
  complaintAnswered,
  complaintReceived,
  dataExportReady,
  erasureCancelled,
  erasureRefused,
  erasureRequested,
} from './privacy.ts'
import { roleGranted, roleProposalAnswered, roleProposed, roleRemoved } from './roles.ts'
import { recoveryCodeUsed, signInMethodChanged } from './sign-in-methods.ts'
import { dateAndTime, day, mailGreeting, type Site } from './site.ts'
import { statementEnded, statementEnding, statementSigned } from './statements.ts'
import {
  idDocumentExpiring,
  verificationActionRequired,
  verificationApproved,
  verificationConfirmDue,
  verificationConfirmed,
  verificationRejected,
  verificationReopened,
  verificationSubmitted,
  verificationWithdrawn,
} from './verification.ts'

const VIEWS: { [K in MailKind]: (props: MailProps[K], site: Site) => MailView } = {
  'sign-up': signUp,
  'sign-up-known': signUpKnown,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'sign-in-failures': signInFailures,
  'new-device': newDevice,
  'session-moved': sessionMoved,
  'sign-in-method-changed': signInMethodChanged,
  'recovery-code-used': recoveryCodeUsed,
  'system-email-confirmation': systemEmailConfirmation,
  'application-code': applicationCode,
  'application-ending': applicationEnding,
  'hand-off-link': handOffLink,
  'email-changed': emailChanged,
  'details-changed': detailsChanged,
  'account-suspended': accountSuspended,
  'account-restored': accountRestored,
  'role-granted': roleGranted,
  'role-removed': roleRemoved,
  'role-proposed': roleProposed,
  'ledger-fault': ledgerFault,
  'document-refused': documentRefused,
  'unusual-reading': unusualReadingMail,
  'export-refused': exportRefused,
  'value-refused': valueRefused,
  'role-proposal-answered': roleProposalAnswered,
  'data-export-ready': dataExportReady,
  'verification-submitted': verificationSubmitted,
  'verification-approved': verificationApproved,
  'verification-action-required': verificationActionRequired,
  'verification-rejected': verificationRejected,
  'verification-reopened': verificationReopened,
  'verification-withdrawn': verificationWithdrawn,
  'verification-confirm-due': verificationConfirmDue,
  'verification-confirmed': verificationConfirmed,
  'id-document-expiring': idDocumentExpiring,
  'investor-statement-signed': statementSigned,
  'investor-statement-ending': statementEnding,
  'investor-statement-ended': statementEnded,
  'beta-invitation': betaInvitation,
  'draft-left-alone': draftLeftAlone,
  'erasure-requested': erasureRequested,
  'erasure-cancelled': erasureCancelled,
  'erasure-refused': erasureRefused,
  'account-erased': accountErased,
  'complaint-received': complaintReceived,
  'complaint-answered': complaintAnswered,
  'bug-report': bugReport,
  'job-trouble': jobTrouble,
  'invoice-issued': invoiceIssued,
  'invoice-due-soon': invoiceDueSoon,
  'invoice-overdue': invoiceOverdue,
  'invoice-paid': invoicePaid,
  'invoice-part-paid': invoicePartPaid,
  'invoice-credited': invoiceCredited,
  'invoice-refunded': invoiceRefunded,
  'invoice-corrected': invoiceCorrected,
  'invoice-voided': invoiceVoided,
}

const TEXT_TWIN = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    // The text part already shows the address next to the button's text.
    { selector: '.m-bare', format: 'skip' },
    // The leaf is only a picture; its text is in rows of its own.
    { selector: '.m-bars', format: 'skip' },
    { selector: '.m-sign', format: 'skip' },
    { selector: '.m-word', format: 'inlineSurround', options: { prefix: ': ' } },
    { selector: '.m-row', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
}

/** Renders one mail and its plain-text twin. */
export async function renderView<K extends MailKind>(
  kind: K,
  props: MailProps[K],
  site: Site,
): Promise<MailContent> {
  const view = VIEWS[kind](props, site)
  const html = await render(mailLayout(view, site.company))
  return { subject: view.subject.replace(/[\r\n\0]+/g, ' '), html, text: toPlainText(html, TEXT_TWIN) }
}

/** Brings an application to mind that was started and left alone (cases, Drafts left alone). */
function draftLeftAlone(props: MailProps['draft-left-alone'], site: Site): MailView {
  const application = props.isCompany ? 'the application of your company' : 'your application'
  return {
    subject: `You can finish ${application}`,
    preheader: `Your answers of ${day(props.savedAt, site)} are still there.`,
    because: `You started an application at ${site.company.name}.`,
    body: [
      title('Your application is not finished yet'),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `You began ${application} and have not submitted it. Your answers of ${day(props.savedAt, site)} are still there, on every device you sign in on.`,
      ),
      action('Continue where you stopped', site.link(props.path)),
      aside(`If you don’t continue, we’ll delete your answers and files on ${day(props.keptUntil, site)}.`),
      aside('Don’t want reminders? ', link('Stop reminders', site.link(props.stopPath))),
    ],
  }
}

/** Invites someone to the beta; no one has to have an account for it. */
function betaInvitation(props: MailProps['beta-invitation'], site: Site): MailView {
  const href = site.link(props.path)
  return {
    subject: `You’re invited to ${site.company.name}`,
    preheader: 'Create your account and be among the first.',
    because: `Someone asked us to invite you to the ${site.company.name} beta.`,
    body: [
      title(`You’re invited to ${site.company.name}`),
      paragraph(mailGreeting(props.name)),
      paragraph(
        `${site.company.name} is the place for verified environmental assets and carbon credits. Create your account during the beta and complete your identity checks before the marketplace opens.`,
      ),
      action('Accept the invitation', href),
      aside(
        `You can accept it until ${day(props.expiresAt, site)}. Sign up with the email address we sent this to.`,
      ),
      bareAddress(href),
    ],
    unsubscribeHref: site.link(props.unsubscribePath),
    ...(props.pixelPath && { pixelHref: site.link(props.pixelPath) }),
  }
}

/** Hands a bug report to support: what was written, and where it happened. */
function bugReport(props: MailProps['bug-report'], site: Site): MailView {
  const { reportId, description, at, pagePath, userId, userAgent } = props
  return {
    subject: `Bug report ${reportId}`,
    preheader: `Reported on ${dateAndTime(at, site)}.`,
    because: `This is the support address of ${site.company.name}, and someone used Report Bug.`,
    body: [
      title(`Bug report ${reportId}`),
      ...description.split('\n').map((line) => paragraph(line)),
      facts([
        { name: 'Reported', value: dateAndTime(at, site) },
        { name: 'Page', value: pagePath ?? 'not given', mono: true },
        { name: 'User', value: userId === null ? 'not signed in' : String(userId), mono: true },
        { name: 'Browser', value: userAgent ?? 'not given', mono: true },
      ]),
      ...(userId === null ? [] : [action('Open the user', site.link(`/admin/users/${userId}`))]),
    ],
  }
}

/** Tells a super admin that a job needs them, or that it works again. */
function jobTrouble({ name, job, trouble, path }: MailProps['job-trouble'], site: Site): MailView {
  const subject = trouble ? `“${job}” needs your attention` : `“${job}” works again`
  return {
    subject,
    preheader: trouble?.what ?? 'You don’t need to do anything.',
    because: `You’re receiving this because you’re a super admin of ${site.company.name}.`,
    body: [
      title(subject),
      paragraph(mailGreeting(name)),
      ...(trouble
        ? [paragraph(trouble.what), paragraph(trouble.todo)]
        : [paragraph('Its last run went well. You don’t need to do anything.')]),
      action('Open jobs', site.link(path)),
    ],
  }
}

/** Proves that the address which a visitor gave is theirs. */
function applicationCode(props: MailProps['application-code'], site: Site): MailView {
  return {
    subject: `Your ${site.company.name} code`,
    preheader: `It works for ${props.expiresInMinutes} minutes.`,
    because: `Someone gave this address to start or resume an application at ${site.company.name}.`,
    body: [
      title('Your code'),
      paragraph('Enter this code on the page where you gave your email address:'),
      figure(props.code),
      aside(`It works once, for ${props.expiresInMinutes} minutes, in the browser where you asked for it.`),
      aside(
        'If you didn’t ask for it, ignore this email and don’t give the code to anyone. Our team will never ask you for it.',
      ),
    ],
  }
}

/** Tells a visitor that their application is deleted soon, and how to keep it. */
function applicationEnding(props: MailProps['application-ending'], site: Site): MailView {
  const until = day(props.keptUntil, site)
  const whose = props.isCompany ? 'Your company’s application' : 'Your application'
  return {
    subject: `${whose} will be deleted on ${until}`,
    preheader: props.isSubmitted
      ? 'Create your account and we’ll review it.'
      : 'Finish it and create your account.',
    because: `You started an application at ${site.company.name} with this address.`,
    body: [
      title(`We keep your application until ${until}`),
      paragraph(
        props.isSubmitted
          ? `${whose} is complete, but we can’t review it until you have an account. Create one with this email address by ${until}, and the application is yours.`
          : `${whose} isn’t finished yet. Finish it and create an account with this email address by ${until}, and we’ll review it.`,
      ),
      action('Open your application', site.link(props.path)),
      aside('We’ll send a code to this address to check that it’s you. You can use any device.'),
      aside(
        `If you do nothing, we delete the application and its files on ${until}. We won’t remind you again.`,
      ),
    ],
  }
}
