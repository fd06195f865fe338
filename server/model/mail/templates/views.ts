import { render, toPlainText } from '@react-email/components'
import type { MailKind, MailProps } from '#server/model/mail/mail-kinds.ts'
import type { MailContent } from '#server/model/mail/outbox.ts'
import {
  accountRestored,
  accountSuspended,
  dataExportReady,
  detailsChanged,
  documentRefused,
  emailChanged,
  exportRefused,
  ledgerFault,
  newDevice,
  passwordReset,
  roleGranted,
  roleProposalAnswered,
  roleProposed,
  roleRemoved,
  sessionMoved,
  signInFailures,
  signUp,
  signUpKnown,
  systemEmailConfirmation,
  unusualReadingMail,
  valueRefused,
} from './account.ts'
import { draftLeftAlone } from './drafts.ts'
import { betaInvitation } from './invitation.ts'
import {
  invoiceCredited,
  invoiceDueSoon,
  invoiceIssued,
  invoiceOverdue,
  invoicePaid,
  invoicePartPaid,
  invoiceRefunded,
} from './invoices.ts'
import { type MailView, mailLayout } from './layout.ts'
import {
  accountErased,
  complaintAnswered,
  complaintReceived,
  erasureRefused,
  erasureRequested,
} from './privacy.ts'
import { idDocumentExpiring, verificationConfirmDue } from './reverification.ts'
import { recoveryCodeUsed, signInMethodChanged } from './sign-in-methods.ts'
import type { Site } from './site.ts'
import { statementEnded, statementEnding, statementSigned } from './statements.ts'
import { bugReport, jobTrouble } from './support.ts'
import {
  verificationActionRequired,
  verificationApproved,
  verificationRejected,
  verificationReopened,
  verificationSubmitted,
  verificationWithdrawn,
} from './verification.ts'
import { applicationCode, applicationEnding } from './visitors.ts'

const VIEWS: { [K in MailKind]: (props: MailProps[K], site: Site) => MailView } = {
  'sign-up': signUp,
  'sign-up-known': signUpKnown,
  'password-reset': passwordReset,
  'sign-in-failures': signInFailures,
  'new-device': newDevice,
  'session-moved': sessionMoved,
  'sign-in-method-changed': signInMethodChanged,
  'recovery-code-used': recoveryCodeUsed,
  'system-email-confirmation': systemEmailConfirmation,
  'application-code': applicationCode,
  'application-ending': applicationEnding,
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
  'id-document-expiring': idDocumentExpiring,
  'investor-statement-signed': statementSigned,
  'investor-statement-ending': statementEnding,
  'investor-statement-ended': statementEnded,
  'beta-invitation': betaInvitation,
  'draft-left-alone': draftLeftAlone,
  'erasure-requested': erasureRequested,
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
}

const TEXT_TWIN = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    // The text twin shows the address beside the button's words already.
    { selector: '.m-bare', format: 'skip' },
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
