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

/** The path of its steps. */
export type JourneyPath = '/onboarding/consumer' | '/onboarding/business'

/** The types of one kind of onboarding. */
export interface JourneyTypes {
  step: JourneyStep
  /** Unfinished answers as the account stores them. */
  draft: object
  /** The fields' values, as typed; all steps share them. */
  values: FieldValues
  /** The answers in the form the journey's rules take. */
  answers: object
  /** A submission as read back. */
  profile: object
}

/** The steps of one kind: their order, their entries in the rail and their rules. */
export interface JourneySteps<Step extends JourneyStep, Answers extends object> {
  steps: readonly Step[]
  rail: readonly RailEntry<Step>[]
  flow: StepFlow<Step, Answers>
  /** Whether the screens after this one may be opened: its questions are answered, or it has none. */
  mayPass: (step: Step, answers: Answers) => boolean
}

/** Fetches the validation of a screen's fields. */
export type StepRules = () => Promise<Resolver<FieldValues>>

/** What defines one kind of onboarding; the journey around its steps is the same for all. */
export interface JourneyKind<T extends JourneyTypes> extends JourneySteps<T['step'], T['answers']> {
  name: CaseKind
  /** Above the rail: "Consumer Account". */
  title: string
  path: JourneyPath
  queries: JourneyQueries<T['draft']>
  profileQuery: ProfileQuery<T['profile']>
  /** Fetches the schema that reads a draft in this browser. */
  draftSchema: () => Promise<z.ZodType<T['draft']>>
  /** Answers that the account stores and this browser doesn't (security R39). */
  secrets: readonly (keyof T['draft'] & string)[]
  /** Saves a draft as its owner's: someone else may have signed in since, in another tab. */
  saveDraft: (unsaved: {
    draft: T['draft']
    revision: number
    /** How often the application had been submitted when its page opened. */
    round: number
    userId: number
  }) => Promise<{ revision: number; savedAt: string }>
  loadDraft: () => Promise<{ draft: T['draft'] | null; revision: number }>
  /** The field values for a draft; the sign-in's email is the default. */
  valuesFromDraft: (draft: Partial<T['draft']>, signInEmail: string | null) => T['values']
  /** The draft of the fields, without empty ones. */
  draftFromValues: (values: T['values']) => T['draft']
  /** What a field is called outside of its screen: "Beneficial owner 1: Nationality". */
  nameOfField: (path: string) => string
  /** One answer of a draft as people read it. */
  textOfAnswer: (path: string, answer: unknown) => string
  /** The draft for a submission, if a case was returned or reopened. */
  draftFromProfile: (profile: T['profile'], userType: UserType | null) => T['draft']
  /** Whether a stored document belongs to the answers: another kind of ID document may have been chosen since. */
  asksFor: (document: StoredDocument, values: T['values']) => boolean
  answersOf: (
    values: T['values'],
    known: { files: readonly DocumentSlot[]; riskAccepted: boolean; correction: Correction | null },
  ) => T['answers']
  /** The validation of a screen's fields when it is left; null if it has none. */
  rules: (step: T['step'], correction: Correction | null) => StepRules | null
  /** The screen on which a returned case's item is corrected. */
  stepOfItem: (item: ItemKey) => T['step']
  /** Whether an item that a returned case didn't have may be added. */
  mayAdd: (item: ItemKey, items: readonly CorrectionItem[]) => boolean
  /** Where the page leads once there is nothing to fill in; if not given, it shows the case's state. */
  pathWhenClosed?: PlainPath
  Screen: ComponentType<{ step: T['step'] }>
  /** The help next to a step: why it is asked, how long it takes (design §1.1). */
  Help: ComponentType<{ step: T['step'] }>
}
