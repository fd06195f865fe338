import { createContext, type RefObject, use } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { UserType } from '#contract/account/user-types.ts'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import type { AnswerValues } from './answers.ts'
import type { CertificationStep } from './certification-flow.ts'
import type { HeldStatement } from './held-statement.ts'
import type { Terms } from './queries.ts'
import type { Signed, TypeOutcome } from './sign-statement.ts'

/** What each step knows about its certification. */
export interface CertificationFlow {
  user: AuthUser
  terms: Terms
  /** The previous statement, whether it is still valid or not. */
  held: HeldStatement | null
  /** Statements that are also valid, in categories not in force. */
  others: readonly HeldStatement[]
  /** The trader or investor choice that takes effect with the certification. */
  waitingType: UserType | null
  isPage: boolean
  step: CertificationStep
  heading: RefObject<HTMLHeadingElement | null>
  answers: UseFormReturn<AnswerValues>
  /** The answers as submitted; null while something is missing. */
  investorAnswers: InvestorAnswers | null
  signature: UseFormReturn<SignatureValues>
  signed: (Signed & { type: TypeOutcome }) | null
  riskAcknowledged: boolean
  acknowledgeRisk: (isAcknowledged: boolean) => void
  open: (step: CertificationStep) => void
  /** Called once the statement is signed: discards its answers and opens the last step. */
  finish: (signed: Signed, type: TypeOutcome) => void
  /** Does what the surrounding page asks for at the end, otherwise returns to where the person came from. */
  goOn: () => void
  /** The name of that destination, for the button. */
  goOnLabel: string
}

export interface SignatureValues {
  /** The statement that was ticked: another one has to be read again. */
  acknowledgedFor: string | null
  fullName: string
}

export const CertificationContext = createContext<CertificationFlow | null>(null)

/** The certification around a step. Throws outside of one. */
export function useCertification(): CertificationFlow {
  const certification = use(CertificationContext)
  if (!certification) throw new Error('This component must be used inside an investor certification')
  return certification
}
