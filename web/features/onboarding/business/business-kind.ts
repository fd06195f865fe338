import { BusinessDraft, type BusinessProfile } from '#contract/onboarding/business.ts'
import { BUSINESS_FIELD_NAMES, businessField } from '#contract/onboarding/business-fields.ts'
import {
  BUSINESS_STEP_LABELS,
  BUSINESS_STEPS,
  type BusinessStep,
} from '#contract/onboarding/business-steps.ts'
import { type BusinessProgress, businessFlow, mayPass } from '#domain/onboarding/business-flow.ts'
import { api } from '#web/lib/api.ts'
import type { JourneyKind, JourneyTypes } from '../journey/journey-kind.ts'
import { mayAdd } from './correction.ts'
import { draftFromProfile } from './draft-from-profile.ts'
import { type BusinessValues, draftFromValues, progressOf, valuesFromDraft } from './form-values.ts'
import { BUSINESS_QUERIES } from './queries.ts'
import { StepHelp } from './step-help.tsx'
import { StepScreen } from './step-screen.tsx'
import { stepOfItem } from './steps-of-fields.ts'
import { rulesOf } from './validation.ts'

interface BusinessTypes extends JourneyTypes {
  step: BusinessStep
  draft: BusinessDraft
  values: BusinessValues
  answers: BusinessProgress
  profile: BusinessProfile
}

/** The onboarding of a company. */
export const BUSINESS: JourneyKind<BusinessTypes> = {
  name: 'business',
  title: 'Business Account',
  path: '/onboarding/business',
  steps: BUSINESS_STEPS,
  rail: BUSINESS_STEPS.map((step) => ({ label: BUSINESS_STEP_LABELS[step], steps: [step] })),
  flow: businessFlow,
  mayPass,
  queries: BUSINESS_QUERIES,
  draftSchema: BusinessDraft,
  secrets: BUSINESS_FIELD_NAMES.filter((name) => businessField(name).isSecret),
  saveDraft: (draft, revision, userId) =>
    api('PUT /api/onboarding/business/draft', { body: { draft, revision, userId } }),
  loadDraft: () => api('GET /api/onboarding/business/draft'),
  valuesFromDraft,
  draftFromValues,
  draftFromProfile,
  asksFor: () => true,
  answersOf: (values, { riskAccepted, correction }) => progressOf(values, riskAccepted, correction?.isFinal),
  rules: (step, correction) => rulesOf(step, correction?.isFinal),
  stepOfItem,
  mayAdd,
  // An existing business profile has nothing to fill in (onboarding §2).
  pathWhenClosed: '/dashboard',
  Screen: StepScreen,
  Help: StepHelp,
}
