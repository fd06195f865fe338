import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ConsumerDraft, KycProfile } from '#contract/onboarding/onboarding.ts'
import { CONSUMER_RAIL, CONSUMER_STEPS, type ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import { mayComeWithReturned } from '#domain/cases/additional-document.ts'
import { type ConsumerProgress, consumerFlow } from '#domain/onboarding/onboarding-flow.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { JourneyKind, JourneyTypes } from '#web/features/onboarding/journey/journey-kind.ts'
import { api } from '#web/lib/api.ts'
import { fetchModule } from '#web/lib/fetch-module.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { decidedItems } from '#web/shared/onboarding/returned-item.ts'
import { JourneyPage } from '../journey/journey-page.tsx'
import { nameOfField, textOfAnswer } from './answer-names.ts'
import {
  answersOf,
  draftFromProfile,
  draftFromValues,
  type FormValues,
  valuesFromDraft,
} from './form-values.ts'
import { CONSUMER_QUERIES } from './queries.ts'
import { stepOfItem } from './review-gaps.ts'
import { belongsTo } from './set-aside.ts'
import { StepHelp } from './step-help.tsx'
import { fetchScreen, StepScreen } from './step-screen.tsx'

const ASKS_NOTHING: readonly ConsumerStep[] = ['start', 'what-you-need']

/** A person's onboarding. */
export const CONSUMER: JourneyKind<ConsumerTypes> = {
  name: 'consumer',
  title: 'Consumer Account',
  path: '/onboarding/consumer',
  steps: CONSUMER_STEPS,
  rail: CONSUMER_RAIL,
  flow: consumerFlow,
  mayPass: (step, answers) => ASKS_NOTHING.includes(step) || consumerFlow.isStepComplete(step, answers),
  queries: CONSUMER_QUERIES,
  profileQuery: ({ userId }) =>
    endpointQuery('GET /api/onboarding/kyc-profile-by-user/:id', { params: { id: userId } }),
  draftSchema: async () =>
    (await fetchModule(() => import('#contract/onboarding/onboarding.ts'))).ConsumerDraft,
  secrets: [],
  saveDraft: (body) => api('PUT /api/onboarding/consumer/draft', { body }),
  loadDraft: () => api('GET /api/onboarding/consumer/draft'),
  valuesFromDraft,
  draftFromValues,
  nameOfField,
  textOfAnswer,
  draftFromProfile,
  asksFor: (document, { docType }) => belongsTo(document, docType),
  answersOf: (values, { files, riskAccepted }) => answersOf(values, files, riskAccepted),
  // Only the details have typed fields; the other screens validate themselves.
  rules: (step) => (step === 'personal-details' ? rulesOfDetails : null),
  stepOfItem,
  mayAdd: (item, items) => mayComeWithReturned(item, decidedItems(items)),
  Screen: StepScreen,
  Help: StepHelp,
}

/** The rules are loaded with the fields. */
async function rulesOfDetails() {
  const { checkDetails } = await fetchModule(() => import('./asking-screens.tsx'))
  return checkDetails(londonDate(new Date()))
}

/** `/onboarding/consumer` (onboarding §2.2). */
export function ConsumerPage() {
  const { step } = useSearch({ strict: false })
  // The URL's screen is fetched in parallel with the answers.
  useState(() => fetchScreen(consumerFlow.stepFromParam(step)))
  return <JourneyPage kind={CONSUMER} />
}

interface ConsumerTypes extends JourneyTypes {
  step: ConsumerStep
  draft: ConsumerDraft
  values: FormValues
  answers: ConsumerProgress
  profile: KycProfile
}
