import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import type { UserType } from '#contract/account/user-types.ts'
import { BusinessDraft, type BusinessProfile, BusinessSubmission } from '#contract/onboarding/business.ts'
import { BUSINESS_FIELD_NAMES, businessField, businessShape } from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  OWNER_FIELDS,
  type PersonFields,
  personShape,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import {
  BUSINESS_STEP_LABELS,
  BUSINESS_STEPS,
  type BusinessStep,
} from '#contract/onboarding/business-steps.ts'
import { stepProblems } from '#domain/business/business-check.ts'
import { FORM_STEPS, type FormStep } from '#domain/business/business-fields.ts'
import type { BirthRules } from '#domain/business/people-births.ts'
import { type BusinessProgress, businessFlow, mayPass } from '#domain/onboarding/business-flow.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { JourneyKind, JourneyTypes } from '#web/features/onboarding/journey/journey-kind.ts'
import { api } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { companyValue } from '#web/shared/verification/company-lines.tsx'
import { JourneyPage } from '../journey/journey-page.tsx'
import { mayAdd } from './additional-document.tsx'
import { nameOfField, textOfAnswer } from './answer-names.ts'
import {
  askedOf,
  type BusinessValues,
  draftFromValues,
  progressOf,
  valuesFromDraft,
  withoutBlanks,
} from './form-values.ts'
import { BUSINESS_QUERIES } from './queries.ts'
import { StepHelp } from './step-help.tsx'
import { StepScreen } from './step-screen.tsx'
import { stepOfField, stepOfItem } from './steps-of-fields.ts'

/** A company's onboarding. */
const BUSINESS: JourneyKind<BusinessTypes> = {
  name: 'business',
  title: 'Business Account',
  path: '/onboarding/business',
  steps: BUSINESS_STEPS,
  rail: BUSINESS_STEPS.map((step) => ({ label: BUSINESS_STEP_LABELS[step], steps: [step] })),
  flow: businessFlow,
  mayPass,
  queries: BUSINESS_QUERIES,
  profileQuery: () => endpointQuery('GET /api/onboarding/business/profile'),
  draftSchema: async () => BusinessDraft,
  secrets: BUSINESS_FIELD_NAMES.filter((name) => businessField(name).isSecret),
  saveDraft: (body) => api('PUT /api/onboarding/business/draft', { body }),
  loadDraft: () => api('GET /api/onboarding/business/draft'),
  valuesFromDraft,
  draftFromValues,
  nameOfField,
  textOfAnswer,
  draftFromProfile,
  asksFor: () => true,
  answersOf: (values, { riskAccepted, correction }) => progressOf(values, riskAccepted, correction?.isFinal),
  rules: (step, correction) => {
    const rules = rulesOf(step, correction?.isFinal)
    return rules && (async () => zodResolver(rules as z.ZodType<FieldValues, FieldValues>))
  },
  stepOfItem,
  mayAdd,
  // An existing business profile has nothing to fill in (onboarding §2.3).
  pathWhenClosed: '/dashboard',
  Screen: StepScreen,
  Help: StepHelp,
}

/** `/onboarding/business` (onboarding §2.3). */
export function BusinessPage() {
  return <JourneyPage kind={BUSINESS} />
}

interface BusinessTypes extends JourneyTypes {
  step: BusinessStep
  draft: BusinessDraft
  values: BusinessValues
  answers: BusinessProgress
  profile: BusinessProfile
}

/**
 * The validation of a screen's fields when it is left; null for a screen without fields. `mayOmit` says whose
 * birth date is optional.
 */
export function rulesOf(step: BusinessStep, mayOmit?: BirthRules['mayOmit']): z.ZodType | null {
  const formStep = FORM_STEPS.find((name) => name === step)
  if (!formStep || formStep === 'user-type') return null
  return z.custom<BusinessValues>().superRefine((values, ctx) => {
    for (const [path, message] of Object.entries(
      problemsOf(formStep, values, { today: londonDate(new Date()), mayOmit }),
    )) {
      ctx.addIssue({ code: 'custom', path: path.split('.'), message })
    }
  })
}

/** Returns every problem on a screen by field path: each value's format, and how they fit together. */
function problemsOf(step: FormStep, values: BusinessValues, births: BirthRules): Record<string, string> {
  const problems: Record<string, string> = {}
  const { error } = BusinessSubmission.safeParse(askedOf(values))
  for (const { path, message } of error?.issues ?? []) {
    const name = path.join('.')
    if (stepOfField(name) === step) problems[name] ??= message
  }
  Object.assign(problems, stepProblems(step, values, births))
  return problems
}

/** Returns the draft for a submitted profile, if a case was returned or reopened. */
export function draftFromProfile(profile: BusinessProfile, userType: UserType | null): BusinessDraft {
  const representative = (id: 'primary' | 'secondary') => {
    const found = profile.representatives.find((person) => person.id === id)
    return found && valuesOf(REPRESENTATIVE_FIELDS, found)
  }
  const manager = profile.seniorManager
  const given = withoutBlanks({
    ...businessShape<object>((name) => [name, companyValue(profile, name)]),
    beneficialOwners: profile.beneficialOwners.map((owner) => ({
      id: owner.id,
      ...withoutBlanks(valuesOf(OWNER_FIELDS, owner)),
    })),
    noUboReason: profile.no_ubo_reason,
    seniorManager: manager && valuesOf(MANAGER_FIELDS, manager),
    primaryRepresentative: representative('primary'),
    secondaryRepresentative: representative('secondary'),
    userType: userType ?? profile.user_type,
    // Every step has been visited once, including a settlement left empty.
    step: 'review',
  })
  return { ...given, email: profile.email ?? '' }
}

function valuesOf(fields: PersonFields, person: Readonly<Record<string, unknown>>): object {
  return personShape<PersonFields, object>(fields, (name, { wire }) => [
    name,
    person[wire] && String(person[wire]),
  ])
}
