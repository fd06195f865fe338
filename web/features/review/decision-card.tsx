import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { approvalSentence } from '#domain/cases/approval-basis.ts'
import { londonDate } from '#domain/plain-date.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { AskToConfirm } from './ask-to-confirm.tsx'
import { CaseKeys } from './case-keys.tsx'
import { CaseOwnership, isHeldByOther } from './case-ownership.tsx'
import { DecisionForm } from './decision-form.tsx'
import { isOpen } from './open-case.ts'
import { ProposalForm } from './proposal-form.tsx'
import { StoredVerdicts } from './stored-verdicts.tsx'
import { useRenewedClaim } from './use-renewed-claim.ts'
import type { VerdictDraftsState } from './use-verdict-drafts.ts'

/** The heading that what asks for a decision leads to. */
export const DECISION_HEADING = 'decision'

type Props = { userId: number; reviewCase: ReviewCase; drafts: VerdictDraftsState }

/** The decision on a case: the form while reviewers are waited for, what was decided otherwise (cases, Deciding). */
export function DecisionCard({ userId, reviewCase, drafts }: Props) {
  const isWaiting = isOpen(reviewCase)
  const mayWork = useMay('cases.work')
  useRenewedClaim(userId, reviewCase)
  return (
    <Card aria-labelledby={DECISION_HEADING}>
      <CardHeader id={DECISION_HEADING} title="Decision" focusable />
      <CardBody>
        {isWaiting && !reviewCase.mayDecide ? (
          <Banner kind="info" title="This is your own verification" className="mb-4">
            Another administrator decides on it.
          </Banner>
        ) : null}
        {isWaiting && reviewCase.mayDecide && mayWork ? (
          <CaseOwnership userId={userId} reviewCase={reviewCase} />
        ) : null}
        {reviewCase.missingEvidence.length > 0 && !isApproved(reviewCase) ? (
          <Banner kind="warning" title="Before you can approve" className="mb-5">
            <ul className="list-disc pl-5">
              {reviewCase.missingEvidence.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Banner>
        ) : null}
        {reviewCase.hints.length > 0 ? (
          <Banner kind="info" title="What else to know" className="mb-5">
            <ul className="list-disc pl-5">
              {reviewCase.hints.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Banner>
        ) : null}
        {reviewCase.proposal ? (
          <ProposalForm userId={userId} reviewCase={reviewCase} proposal={reviewCase.proposal} />
        ) : null}
        {isWaiting && reviewCase.mayDecide && mayWork && !isHeldByOther(reviewCase) ? (
          <DecisionForm userId={userId} reviewCase={reviewCase} state={drafts} />
        ) : (
          <>
            <p className="mb-4 text-card text-ink-2">{standingOf(reviewCase)}</p>
            {reviewCase.state === 'approved' && reviewCase.kind === 'consumer' && reviewCase.mayDecide ? (
              <IfMay capability="cases.lead">
                <AskToConfirm userId={userId} version={reviewCase.version} />
              </IfMay>
            ) : null}
            <StoredVerdicts items={reviewCase.items} />
          </>
        )}
        {mayWork ? <CaseKeys userId={userId} reviewCase={reviewCase} /> : null}
      </CardBody>
    </Card>
  )
}

function standingOf({ state, decidedAt, decidedBy, approval, confirmBy }: ReviewCase): string {
  const approved = approvedText(approval, suffix(decidedAt, decidedBy))
  switch (state) {
    case 'submitted':
    case 'in_review':
      return 'Waiting for a decision.'
    case 'awaiting_second_approval':
      return 'Waiting for a second approval.'
    case 'needs_resubmission':
      return `Sent back${suffix(decidedAt, decidedBy)}. We’re waiting for the applicant.`
    case 'approved':
      return `${approved}.`
    case 'reverification_due':
      return `${approved}. We’ve asked the applicant to confirm their details${confirmBy ? ` by ${formatDate(londonDate(new Date(confirmBy)))}` : ''}.`
    case 'rejected':
      return `Rejected${suffix(decidedAt, decidedBy)}.`
    case 'draft':
    case 'withdrawn':
    case 'expired':
      return 'The applicant hasn’t submitted anything yet.'
    default:
      return state satisfies never
  }
}

const isApproved = ({ state }: ReviewCase) => state === 'approved' || state === 'reverification_due'

/** What was counted stands apart from who approved: "0 of 6 items reviewed by Ada" would say that she looked. */
function approvedText(approval: ReviewCase['approval'], by: string): string {
  const sentence = approvalSentence(approval)
  return sentence === 'Approved' || !by ? sentence + by : `${sentence}. Approved${by}`
}

function suffix(at: string | null, by: string | null): string {
  return `${at ? ` on ${formatDateTime(at)}` : ''}${by ? ` by ${by}` : ''}`
}
