import type { CaseKind } from '#contract/verification/cases.ts'
import type { ApplicantNotice } from './case-view.ts'

export interface NoticeText {
  title: string
  detail?: string
  /** Where to look or act, a path of the product. */
  path: string
}

const CORRECTION_PATHS: Readonly<Record<CaseKind, string>> = {
  consumer: '/onboarding/consumer',
  business: '/onboarding/business',
}

/** Returns where applicants of a kind correct what was returned. */
export function correctionPath(kind: CaseKind): string {
  return CORRECTION_PATHS[kind]
}

/**
 * Returns the notice in the header's list about a change (cases, What people are told). `company` is the verified
 * company's name, null for a person; `returned` names the returned items, and `promise` says when they will hear.
 * Nothing hints at a reason.
 */
export function caseNoticeText(
  notice: ApplicantNotice,
  {
    company,
    returned,
    promise,
  }: { company: string | null; returned: readonly string[]; promise: string | null },
): NoticeText {
  const application = company === null ? 'your application' : `the application of ${company}`
  const path = '/verification'
  switch (notice) {
    case 'submitted':
      return {
        title: `We have received ${application}`,
        ...(promise && { detail: promise }),
        path,
      }
    case 'resubmitted':
      return {
        title: `We have received the changes to ${application}`,
        ...(promise && { detail: promise }),
        path,
      }
    case 'approved':
      return { title: company === null ? 'You are verified' : `${company} is verified`, path }
    case 'confirmed':
      return {
        title: company === null ? 'Your details are confirmed' : `The details of ${company} are confirmed`,
        detail: company === null ? 'You stay verified.' : `${company} stays verified.`,
        path,
      }
    case 'needs_resubmission':
      return {
        title: `Action required: ${application}`,
        ...(returned.length > 0 && { detail: `Please change: ${returned.join(', ')}.` }),
        path,
      }
    case 'rejected':
      return { title: `We cannot approve ${application}`, detail: 'You can complain about this.', path }
    case 'reopened':
      return {
        title: company === null ? 'Your application is open again' : `${company} can be submitted again`,
        path,
      }
    case 'reverification_due':
      return {
        title: company === null ? 'Please confirm your details' : `Please confirm the details of ${company}`,
        path: '/verification/confirm',
      }
    case 'withdrawn':
      return {
        title:
          company === null ? 'You withdrew your application' : `You withdrew the application of ${company}`,
        detail: 'We won’t review it. You can start again at any time.',
        path,
      }
    default:
      return notice satisfies never
  }
}
