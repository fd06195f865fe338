import type { ApprovalBasis, ApprovalRecord, OverrideRecord } from '#contract/verification/cases.ts'
import { isolated } from '#domain/isolated.ts'
import type { Approval } from './case.ts'

/** Whether every item was reviewed. */
export function isFullyReviewed({ reviewed, total }: ApprovalBasis): boolean {
  return reviewed >= total
}

/** The people whom the record of an approval names. */
export function peopleOfApproval(approval: Approval | null | undefined): number[] {
  const { override } = approval ?? {}
  return override ? [override.askedBy, override.confirmedBy].filter((id) => id !== null) : []
}

/** Returns an approval with people's names. */
export function approvalRecord(
  { way, reviewed, total, override }: Approval,
  nameOf: (id: number) => string,
): ApprovalRecord {
  return {
    way,
    reviewed,
    total,
    ...(override && {
      override: {
        setAside: [...override.setAside],
        askedBy: nameOf(override.askedBy),
        confirmedBy: override.confirmedBy === null ? null : nameOf(override.confirmedBy),
      },
    }),
  }
}

const WAYS: Readonly<Record<ApprovalBasis['way'], string>> = {
  decision: 'Approved',
  status_call: 'Approved by status call',
  override: 'Approved by override',
}

/**
 * Returns the sentence for staff on how a case was approved and how much of it was reviewed; where the override is
 * given, also which rules it set aside, who asked for it and who confirmed it. Null: approved before this was stored.
 */
export function approvalSentence(basis: ApprovalRecord | null): string {
  if (!basis || (basis.way === 'decision' && isFullyReviewed(basis))) return WAYS.decision
  const sentence = `${WAYS[basis.way]}, ${basis.reviewed} of ${basis.total} items reviewed`
  return basis.override ? `${sentence}. ${overrideText(basis.override)}` : sentence
}

function overrideText({ setAside, askedBy, confirmedBy }: OverrideRecord): string {
  const rules = setAside.map((rule) => `“${rule}”`).join(' ')
  const people = confirmedBy
    ? `${isolated(askedBy)} asked for it and ${isolated(confirmedBy)} confirmed it`
    : `${isolated(askedBy)} decided it alone`
  return rules ? `Set aside: ${rules} ${people}` : people
}
