import type { ApprovalRecord, OverrideRecord } from '#contract/verification/cases.ts'
import { isolated } from '#domain/isolated.ts'
import { approvalSentence } from './approval-basis.ts'
import type { Approval } from './case.ts'

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

/**
 * Returns the sentence of a record on how a case was approved; of an override also which rules it set aside, who asked
 * for it and who confirmed it. Null: approved before this was stored.
 */
export function recordSentence(approval: ApprovalRecord | null): string {
  const sentence = approvalSentence(approval)
  return approval?.override ? `${sentence}. ${overrideText(approval.override)}` : sentence
}

function overrideText({ setAside, askedBy, confirmedBy }: OverrideRecord): string {
  const rules = setAside.map((rule) => `“${rule}”`).join(' ')
  const people = confirmedBy
    ? `${isolated(askedBy)} asked for it and ${isolated(confirmedBy)} confirmed it`
    : `${isolated(askedBy)} decided it alone`
  return rules ? `Set aside: ${rules} ${people}` : people
}
