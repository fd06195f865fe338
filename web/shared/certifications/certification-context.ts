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

/** What every step knows of the certification it stands in. */
export interface CertificationFlow {
  user: AuthUser
  terms: Terms
  /** The statement held before this one, whether it still counts or not. */
  held: HeldStatement | null
  /** Statements that count as well, of categories that are not in force. */
  others: readonly HeldStatement[]
  /** The trader or investor choice that takes effect with the certification. */
  waitingType: UserType | null
  isPage: boolean
  step: CertificationStep
  heading: RefObject<HTMLHeadingElement | null>
  answers: UseFormReturn<AnswerValues>
  /** The answers as they are handed in; null while something is missing. */
  investorAnswers: InvestorAnswers | null
  signature: UseFormReturn<SignatureValues>
  signed: (Signed & { type: TypeOutcome }) | null
  riskAcknowledged: boolean
  acknowledgeRisk: (isAcknowledged: boolean) => void
  open: (step: CertificationStep) => void
  /** The statement is signed: its answers are let go of, and the last step opens. */
  finish: (signed: Signed, type: TypeOutcome) => void
  /** Does what the page around asks for at the end, else goes where the person came from. */
  goOn: () => void
  /** Where that leads, for the name of the button. */
  goOnLabel: string
}

export interface SignatureValues {
  /** Which statement the box was ticked for: another one has to be read again. */
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
