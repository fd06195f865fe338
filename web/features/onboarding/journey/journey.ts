import { createContext, use } from 'react'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { ReportHold, Unsent } from '#web/shared/documents/unsent-files.ts'
import type { JourneyApplicant } from './applicant.ts'
import type { Correction } from './correction.ts'
import type { JourneyPath } from './journey-kind.ts'
import type { JourneyStep } from './journey-step.ts'
import type { StepSearch } from './reachability.ts'

/** What every step knows of the journey it stands in. */
export interface Journey {
  kind: CaseKind
  path: JourneyPath
  applicant: JourneyApplicant
  /** Where the open step stands in the rail, as people count. */
  position: { number: number; total: number }
  riskAccepted: boolean
  /** The slots that hold a file which was not refused. */
  files: readonly DocumentSlot[]
  correction: Correction | null
  document: (slot: DocumentSlot) => StoredDocument | null
  /** The search parameters that open a step; with `change` it leads back to the review (design §9). */
  searchOf: (step: JourneyStep, change?: boolean) => StepSearch
  /** Saves, then opens the step after this one, or the review after a Change link. */
  goOn: () => void
  goBack: () => void
  /** A call was answered with 401: everything stays, the person is asked to sign in again. */
  onSignedOut: () => void
  /** The documents that the answers ask for: what was given for another kind of ID document is set aside. */
  documents: readonly StoredDocument[]
  /** Why the open step cannot be left as it is, by its documents, or null. */
  hold: string | null
  onHold: ReportHold
  /** Hears of files that leaving the step would lose. */
  onUnsent: (slot: DocumentSlot, unsent: Unsent | null) => void
  /** After the submission: nothing is kept in this browser any more. */
  forget: () => void
  /** Hears when a submission sets out, and when it failed. */
  onHandingIn: (isUnderWay: boolean) => void
}

export const JourneyContext = createContext<Journey | null>(null)

/** The journey around a step. Throws outside of one. */
export function useJourney(): Journey {
  const journey = use(JourneyContext)
  if (!journey) throw new Error('This component must be used inside an onboarding journey')
  return journey
}
