import { createContext, use } from 'react'
import type { AuthUser } from '#contract/auth.ts'
import type { ConsumerSlot } from '#contract/documents.ts'
import type { ConsumerStep } from '#contract/onboarding-steps.ts'
import type { StoredDocument } from '#contract/uploads.ts'
import type { ConsumerAnswers } from '#domain/onboarding-flow.ts'
import type { Mending } from './mending.ts'
import type { Unsent } from './unsent-files.ts'

/** What every step knows of the journey it stands in. */
export interface Journey {
  user: AuthUser
  step: ConsumerStep
  answers: ConsumerAnswers
  mending: Mending | null
  document: (slot: ConsumerSlot) => StoredDocument | null
  /** Saves, then opens the step after this one, or the review after a Change link. */
  goOn: () => void
  goBack: () => void
  /** A call was answered with 401: everything stays, the person is asked to sign in again. */
  onSignedOut: () => void
  /** Hears of files that leaving the step would lose. */
  onUnsent: (slot: ConsumerSlot, unsent: Unsent | null) => void
  /** After the submission: nothing is kept in this browser any more. */
  forget: () => void
}

export const JourneyContext = createContext<Journey | null>(null)

/** The journey around a step. Throws outside of one. */
export function useJourney(): Journey {
  const journey = use(JourneyContext)
  if (!journey) throw new Error('This component stands in an onboarding journey')
  return journey
}
