import { render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import {
  CONSUMER_FIELD_NAMES,
  type ConsumerFieldName,
  consumerField,
  isOptionalField,
} from '#contract/onboarding/consumer-fields.ts'
import type { KycProfile } from '#contract/onboarding/onboarding.ts'
import { plainDate } from '#domain/plain-date.ts'
import { formLines, profileLines } from '#web/shared/verification/answer-lines.tsx'
import { type Journey, JourneyContext } from '../journey/journey.ts'
import {
  answersOf,
  draftFromProfile,
  draftFromValues,
  type FormValues,
  submittedAnswers,
  textOf,
  valuesFromDraft,
} from './form-values.ts'
import { personalDetails } from './personal-details.ts'
import { PersonalDetailsStep } from './personal-details-step.tsx'
import { reviewGaps, stepOfField } from './review-gaps.ts'

const SAMPLES = {
  text: 'Some text',
  birthday: '1988-03-09',
  email: 'a@b.example',
  tel: '020 7946 0123',
  lines: 'One\nTwo',
}
const sample = (name: ConsumerFieldName) => SAMPLES[consumerField(name).input]
const DRAFT = Object.fromEntries(CONSUMER_FIELD_NAMES.map((name) => [name, sample(name)]))
const PROFILE = Object.fromEntries(
  CONSUMER_FIELD_NAMES.map((name) => [consumerField(name).wire, sample(name)]),
) as unknown as KycProfile
const FULL = valuesFromDraft(DRAFT, null)
const EMPTY = valuesFromDraft({}, null)
const TODAY = plainDate(2026, 11, 20) as NonNullable<ReturnType<typeof plainDate>>
const JOURNEY = {
  correction: null,
  position: { number: 3, total: 8 },
  goOn: () => undefined,
} as unknown as Journey

function Step() {
  return (
    <FormProvider {...useForm<FormValues>({ values: FULL })}>
      <JourneyContext value={JOURNEY}>
        <PersonalDetailsStep />
      </JourneyContext>
    </FormProvider>
  )
}

const gapsOf = (values: FormValues) => reviewGaps(answersOf(values, [], true)).map(({ key }) => key)

describe.each(CONSUMER_FIELD_NAMES)('the field %s of the consumer form', (name) => {
  const { label, part } = consumerField(name)

  it('is on the form, with its label', () => {
    render(<Step />)
    const [text] = screen.getAllByText((_, node) => node?.textContent?.replace(' (optional)', '') === label)
    expect(text?.closest('.field')?.querySelector('input, textarea')?.getAttribute('value')).not.toBe('')
    expect(text?.textContent?.includes('(optional)')).toBe(isOptionalField(name))
  })

  it('survives the draft, the profile and the submission', () => {
    expect(draftFromValues(FULL)[name]).toBe(sample(name))
    expect(draftFromProfile(PROFILE, null)[name]).toBe(sample(name))
    expect(submittedAnswers(FULL)[name]).toBe(sample(name))
  })

  it('is on the review, and on the reviewer’s page', () => {
    const line = consumerField(name).line ?? label
    expect(
      formLines((name) => textOf(FULL, name)).find((formLine) => formLine.label === line)?.value,
    ).toBeTruthy()
    const shown = profileLines(PROFILE, 'staff').map((profileLine) => profileLine.label)
    if (part) expect(shown).toContain(consumerField(name).short)
  })

  it('is reported if it is required, and invalid on its own screen', () => {
    expect(gapsOf(EMPTY).includes(name)).toBe(!isOptionalField(name))
    expect(gapsOf(FULL)).not.toContain(name)
    expect(stepOfField(name)).toBe('personal-details')
    const { error } = personalDetails(TODAY).safeParse(EMPTY)
    expect(error?.issues.some(({ path }) => path[0] === name)).toBe(!isOptionalField(name))
    expect(personalDetails(TODAY).safeParse(FULL).error).toBeUndefined()
  })
})
