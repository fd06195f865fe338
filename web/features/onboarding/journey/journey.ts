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

/** What each step knows about its journey. */
export interface Journey {
  kind: CaseKind
  path: JourneyPath
  applicant: JourneyApplicant
  /** The open step's position in the rail, counted from 1. */
  position: { number: number; total: number }
  riskAccepted: boolean
  /** The slots with a file that wasn't refused. */
  files: readonly DocumentSlot[]
  correction: Correction | null
  document: (slot: DocumentSlot) => StoredDocument | null
  /** The search parameters that open a step; with `change` it leads back to the review (design §9.4). */
  searchOf: (step: JourneyStep, change?: boolean) => StepSearch
  /** Saves the answers to the account at once, for what the server has to know before the next file. */
  save: () => void
  /** Saves, then opens the next step, or the review after a Change link. */
  goOn: () => void
  goBack: () => void
  /** Called after a 401 response: the page is kept, and the person is asked to sign in again. */
  onSignedOut: () => void
  /** The documents the answers ask for: those for another kind of ID document are set aside. */
  documents: readonly StoredDocument[]
  /** Why the open step's documents prevent leaving it, or null. */
  hold: string | null
  onHold: ReportHold
  /** Called with files that leaving the step would lose. */
  onUnsent: (slot: DocumentSlot, unsent: Unsent | null) => void
  /** Saves before a submission; null if answers were merged in that aren't seen yet. See DraftSaver. */
  revisionToSubmit: () => Promise<number | null>
  /** After a submission that was refused as stale. See DraftSaver. */
  mergeNewer: () => Promise<boolean>
  /** How often answers were merged in. See DraftStatus. */
  merges: number
  /** Called after the submission: discards this browser's draft. */
  forget: () => void
  /** Called when a submission starts, and when it has failed. */
  onHandingIn: (isUnderWay: boolean) => void
}

export const JourneyContext = createContext<Journey | null>(null)

/** The journey around a step. Throws outside of one. */
export function useJourney(): Journey {
  const journey = use(JourneyContext)
  if (!journey) throw new Error('This component must be used inside an onboarding journey')
  return journey
}
