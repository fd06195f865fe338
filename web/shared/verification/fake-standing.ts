import type { UserType } from '#contract/account/user-types.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import type { AccountStanding } from '#contract/verification/standing.ts'
import { flagsForType, userFlags } from '#domain/onboarding/user-type.ts'
import { type AccountFacts, accountStanding } from '#domain/standing/account-standing.ts'
import type { VerificationFacts } from '#domain/standing/verification-progress.ts'

const NOTHING = { left: [], hasFixed: false }
const NOW = new Date('2026-11-20T10:00:00Z')

/** For component tests: the standing the server would send for someone whose own case is in this state. */
export function fakeStanding(
  state: CaseState | null,
  {
    userType = 'sell',
    held = [],
    drafts = [],
    toFix = NOTHING,
    ...verification
  }: { userType?: UserType | null; held?: readonly string[] } & Partial<
    Pick<AccountFacts, 'drafts'> & { toFix: AccountFacts['toFix']['consumer'] } & VerificationFacts
  > = {},
): AccountStanding {
  const current = state && {
    state,
    items: [],
    dueAt: new Date('2026-11-22T10:00:00Z'),
    confirmBy: new Date('2026-11-22T00:00:00Z'),
    round: state === 'draft' ? 0 : 1,
    roundLimit: 5,
  }
  return accountStanding(
    {
      consumer: current,
      business: null,
      documents: { docType: null, held, current },
      verification: {
        riskDisclosureAccepted: true,
        certifications: [],
        flags: userFlags(flagsForType(userType)),
        pendingType: null,
        questionsOpenAt: null,
        kycVerified: state === 'approved' || state === 'reverification_due',
        kycSubmitted:
          state !== null && ['submitted', 'in_review', 'awaiting_second_approval'].includes(state),
        business: null,
        ...verification,
      },
      next: { statementEndsSoon: false, unpaid: 0, emailConfirmed: true, emailBounced: false },
      drafts,
      toFix: { consumer: toFix, business: NOTHING },
      details: {
        statementEnds: null,
        statementHasEnded: false,
        questionsOpen: null,
        invoice: null,
        email: 'ada@people.example',
        supportEmail: 'help@company.example',
        complaintsEmail: 'complaints@company.example',
      },
    },
    { now: NOW, dateStyle: 'us' },
  )
}
