import type { DecisionOutcome, DecisionProgress } from '#domain/cases/case-items.ts'

export interface DecisionText {
  /** The label of the button that asks, and of the one that confirms. */
  action: string
  /** Below the items: what deciding would do now. */
  hint: string
  title: string
  effect: string
  /** The toast afterwards. */
  done: string
}

type Counts = DecisionProgress['counts']

/** What deciding does, by the items' overall outcome (cases, What decides a case). */
export const DECISION_TEXT: Readonly<Record<DecisionOutcome, (counts: Counts) => DecisionText>> = {
  undecided: ({ pending, retry }) => ({
    action: retry > 0 ? `Send back ${items(retry)}` : 'Approve',
    hint: `Decide on ${pending === 1 ? 'the last item' : `${pending} more items`} first.`,
    title: 'Decide',
    effect: '',
    done: '',
  }),
  approve: () => ({
    action: 'Approve',
    hint: 'Every item is accepted.',
    title: 'Approve this verification?',
    effect: 'We’ll verify the applicant and email them. They can no longer edit their details.',
    done: 'Verification approved',
  }),
  return: ({ retry }) => ({
    action: `Send back ${items(retry)}`,
    hint: `${items(retry)} ${retry === 1 ? 'goes' : 'go'} back to the applicant.`,
    title: `Send back ${items(retry)}?`,
    effect: 'We’ll email the applicant. They see your reasons beside these items and can only change those.',
    done: `Sent back ${items(retry)}`,
  }),
  reject: () => ({
    action: 'Reject',
    hint: 'One final reason ends the case.',
    title: 'Reject this verification?',
    effect:
      'This closes the case. We’ll send a neutral email without the reason. The applicant can’t upload anything else, but can complain.',
    done: 'Verification rejected',
  }),
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`
}
