import { z } from 'zod'
import {
  CONSUMER_FIELD_NAMES,
  type ConsumerFieldName,
  consumerField,
  isOptionalField,
} from '#contract/onboarding/consumer-fields.ts'
import { ConsumerDraft, type KycProfile } from '#contract/onboarding/onboarding.ts'
import { CONSUMER_RAIL, CONSUMER_STEPS, type ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import { mayGiveOptional } from '#domain/cases/additional-document.ts'
import { checkBirthDateParts } from '#domain/onboarding/birth-date.ts'
import { type ConsumerProgress, consumerFlow } from '#domain/onboarding/onboarding-flow.ts'
import { PHONE_ADVICE, readPhone } from '#domain/phone.ts'
import { londonDate, type PlainDate } from '#domain/plain-date.ts'
import type { JourneyKind, JourneyTypes } from '#web/features/onboarding/journey/journey-kind.ts'
import { api } from '#web/lib/api.ts'
import { decidedItems } from '#web/shared/onboarding/returned-item.ts'
import { type DateParts, isDateEmpty } from '#web/ui/date-parts.ts'
import { JourneyPage } from '../journey/journey-page.tsx'
import {
  answersOf,
  draftFromProfile,
  draftFromValues,
  type FormValues,
  valuesFromDraft,
} from './form-values.ts'
import { CONSUMER_QUERIES } from './queries.ts'
import { belongsTo } from './set-aside.ts'
import { StepHelp } from './step-help.tsx'
import { StepScreen } from './step-screen.tsx'
import { stepOfItem } from './steps-of-items.ts'

const ASKS_NOTHING: readonly ConsumerStep[] = ['start', 'what-you-need']

/** The onboarding of a person. */
export const CONSUMER: JourneyKind<ConsumerTypes> = {
  name: 'consumer',
  title: 'Consumer Account',
  path: '/onboarding/consumer',
  steps: CONSUMER_STEPS,
  rail: CONSUMER_RAIL,
  flow: consumerFlow,
  mayPass: (step, answers) => ASKS_NOTHING.includes(step) || consumerFlow.isStepComplete(step, answers),
  queries: CONSUMER_QUERIES,
  draftSchema: ConsumerDraft,
  secrets: [],
  saveDraft: (draft, revision, userId) =>
    api('PUT /api/onboarding/consumer/draft', { body: { draft, revision, userId } }),
  loadDraft: () => api('GET /api/onboarding/consumer/draft'),
  valuesFromDraft,
  draftFromValues,
  draftFromProfile,
  asksFor: (document, { docType }) => belongsTo(document, docType),
  answersOf: (values, { files, riskAccepted }) => answersOf(values, files, riskAccepted),
  // The details are the one screen with typed fields; the others check themselves.
  rules: (step) => (step === 'personal-details' ? personalDetails(londonDate(new Date())) : null),
  stepOfItem,
  // A side that was never asked for belongs to its other side: a passport gives way to a licence with two.
  mayAdd: (item, items) =>
    (item === 'id-back' && items.some((returned) => returned.item === 'id-front' && returned.editable)) ||
    mayGiveOptional(item, decidedItems(items)),
  Screen: StepScreen,
  Help: StepHelp,
}

/** `/onboarding/consumer` (onboarding §2). */
export function ConsumerPage() {
  return <JourneyPage kind={CONSUMER} />
}

interface ConsumerTypes extends JourneyTypes {
  step: ConsumerStep
  draft: ConsumerDraft
  values: FormValues
  answers: ConsumerProgress
  profile: KycProfile
}

/** The personal details as the form holds them, judged on a day (onboarding §5). */
export function personalDetails(today: PlainDate) {
  return z.object(Object.fromEntries(CONSUMER_FIELD_NAMES.map((name) => [name, ruleOf(name, today)])))
}

function ruleOf(name: ConsumerFieldName, today: PlainDate): z.ZodType {
  const { input, rule } = consumerField(name)
  if (input === 'birthday')
    return z.custom<DateParts>().superRefine((parts, ctx) => {
      const check = checkBirthDateParts(parts, today)
      if (check.ok) return
      const message = isDateEmpty(parts) ? 'Enter your date of birth' : check.message
      ctx.addIssue({ code: 'custom', message })
    })
  if (input === 'tel') return rule.refine((text) => readPhone(String(text)).ok, { error: PHONE_ADVICE })
  return isOptionalField(name)
    ? z.preprocess((text) => (typeof text === 'string' && text.trim() === '' ? undefined : text), rule)
    : rule
}
