import type { ComponentType } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { UserType } from '#contract/account/user-types.ts'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { RailEntry } from '#contract/onboarding/onboarding-steps.ts'
import type { CaseKind, ItemKey } from '#contract/verification/cases.ts'
import type { StepFlow } from '#domain/onboarding/step-flow.ts'
import type { PlainPath } from '#web/lib/page-address.ts'
import type { Correction, CorrectionItem } from './correction.ts'
import type { JourneyQueries, ProfileQuery } from './journey-queries.ts'
import type { JourneyStep } from './journey-step.ts'

/** Where its steps are. */
export type JourneyPath = '/onboarding/consumer' | '/onboarding/business'

/** The types of one kind of onboarding. */
export interface JourneyTypes {
  step: JourneyStep
  /** Unfinished answers as the account keeps them. */
  draft: object
  /** What the fields hold, as typed; all steps share it. */
  values: FieldValues
  /** The answers as the rules of the journey read them. */
  answers: object
  /** A submission as read back. */
  profile: object
}

/** The steps of one kind: their order, their entries in the rail and the rules about them. */
export interface JourneySteps<Step extends JourneyStep, Answers extends object> {
  steps: readonly Step[]
  rail: readonly RailEntry<Step>[]
  flow: StepFlow<Step, Answers>
  /** Whether what follows a screen may be opened: it has what it asks for, or asks nothing. */
  mayPass: (step: Step, answers: Answers) => boolean
}

/** Fetches what checks the fields of a screen. */
export type StepRules = () => Promise<Resolver<FieldValues>>

/** What makes one kind of onboarding; the journey around its steps is the same for all. */
export interface JourneyKind<T extends JourneyTypes> extends JourneySteps<T['step'], T['answers']> {
  name: CaseKind
  /** Above the rail: "Consumer Account". */
  title: string
  path: JourneyPath
  queries: JourneyQueries<T['draft']>
  profileQuery: ProfileQuery<T['profile']>
  /** Fetches what a draft of this browser is read by. */
  draftSchema: () => Promise<z.ZodType<T['draft']>>
  /** Answers that the account keeps and this browser does not (security R39). */
  secrets: readonly (keyof T['draft'] & string)[]
  /** `userId` says whose answers these are: another may have signed in since, in another tab. */
  saveDraft: (
    draft: T['draft'],
    revision: number,
    userId: number,
  ) => Promise<{ revision: number; savedAt: string }>
  loadDraft: () => Promise<{ draft: T['draft'] | null; revision: number }>
  /** The fields for a draft; the email of the sign-in stands in until another is typed. */
  valuesFromDraft: (draft: Partial<T['draft']>, signInEmail: string | null) => T['values']
  /** The draft of the fields, without empty ones. */
  draftFromValues: (values: T['values']) => T['draft']
  /** The draft that a submission amounts to, where a case has been returned or was opened again. */
  draftFromProfile: (profile: T['profile'], userType: UserType | null) => T['draft']
  /** Whether a stored document belongs to the answers: the kind of ID document that was chosen may be another by now. */
  asksFor: (document: StoredDocument, values: T['values']) => boolean
  answersOf: (
    values: T['values'],
    known: { files: readonly DocumentSlot[]; riskAccepted: boolean; correction: Correction | null },
  ) => T['answers']
  /** What the fields of a screen are checked by when it is left; null where nothing is typed. */
  rules: (step: T['step'], correction: Correction | null) => StepRules | null
  /** The screen on which an item of a returned case is corrected. */
  stepOfItem: (item: ItemKey) => T['step']
  /** Whether an item that a returned case did not have may be added to it. */
  mayAdd: (item: ItemKey, items: readonly CorrectionItem[]) => boolean
  /** Where the page leads once there is nothing to fill in; without it, it tells how the case stands. */
  pathWhenClosed?: PlainPath
  Screen: ComponentType<{ step: T['step'] }>
  /** What stands beside a step: why it is asked, how long it takes (design §1). */
  Help: ComponentType<{ step: T['step'] }>
}
