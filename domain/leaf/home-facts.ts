import type { DateStyle } from '#contract/date-style.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { CaseStanding, NextStep } from '#contract/verification/standing.ts'
import type { Case } from '#domain/cases/case.ts'
import type { RetentionPeriods } from '#domain/privacy/retention.ts'
import type { MadeLine } from './leaf-lines.ts'

/** What the page of someone who is verified is made of. */
export interface HomeFacts {
  kind: CaseKind
  caseId: number | null
  current: Pick<Case, 'state' | 'submittedAt' | 'dueAt' | 'round'> | null
  /** When an answer was stored last that was not sent yet. */
  savedAt: Date | null
  /** Whether a kind of account was chosen: there is a case or a draft. */
  isStarted: boolean
  /** Null once the case is rejected. */
  lines: readonly MadeLine[] | null
  standing: CaseStanding
  next: NextStep
  firstName: string | null
  company: string | null
  decidedAt: Date | null
  /** When its applicant was first shown an approval of the case. */
  approvalShownAt: Date | null
  retention: RetentionPeriods
  supportEmail: string
  now: Date
  dateStyle: DateStyle
}
