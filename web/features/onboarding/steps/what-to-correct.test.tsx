import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { ItemKey } from '#contract/verification/cases.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { correctionOf, nextStepToCorrect, type ReturnedCase } from '../journey/correction.ts'
import { type Journey, JourneyContext } from '../journey/journey.ts'
import type { JourneyStep } from '../journey/journey-step.ts'
import { WhatToCorrect } from './what-to-correct.tsx'

const STEPS: Partial<Record<ItemKey, JourneyStep>> = {
  name: 'personal-details',
  selfie: 'selfie',
  'proof-of-address': 'proof-of-address',
}

function returned(fixed: Partial<Record<ItemKey, boolean>>, removal: ReturnedCase['removal'] = null) {
  const own = {
    state: 'needs_resubmission',
    removal,
    items: Object.entries(fixed).map(([item, isFixed]) => ({
      item,
      label: item,
      decision: 'retry',
      editable: true,
      reasons: [{ code: 'OTHER', wrong: `${item} is wrong.`, remedy: 'Correct it.' }],
      text: null,
      fixed: isFixed,
    })),
  } as unknown as ReturnedCase
  const correction = correctionOf(own, {
    stepOfItem: (item) => STEPS[item] ?? 'start',
    mayAdd: () => false,
  })
  if (!correction) throw new Error('A returned case has something to correct')
  return correction
}

function show(correction: ReturnType<typeof returned>) {
  const goOn = vi.fn()
  const journey = {
    position: { number: 1, total: 8 },
    searchOf: () => ({}),
    path: '/onboarding/consumer',
    hold: null,
    goOn,
  } as unknown as Journey
  renderRouted(() => (
    <JourneyContext value={journey}>
      <WhatToCorrect correction={correction} />
    </JourneyContext>
  ))
  return goOn
}

afterEach(() => queryClient.clear())

it('asks to fix what is left, and offers to change what is fixed', async () => {
  show(returned({ name: true, selfie: false }))
  await screen.findByRole('heading', { level: 1, name: 'What needs your attention' })
  expect(screen.getByText(/Fix the items below/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /^Change ?name$/ })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /^Fix ?selfie$/ })).toBeInTheDocument()
})

it('says what to do now once everything is fixed', async () => {
  const text = 'You removed Dan Shaw. We’ll look at Ada Fern again.'
  const goOn = show(returned({ name: true }, { removed: ['Dan Shaw'], decidedAgain: [], text }))
  await screen.findByRole('heading', { level: 1, name: 'Everything is ready to send again' })
  expect(screen.queryByText(/Fix the items below|Everything else is accepted/)).toBeNull()
  expect(screen.getByText(new RegExp(`^${text} You’ve fixed everything`))).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Check and send' }))
  expect(goOn).toHaveBeenCalled()
})

it('leads on to what is left, past what is fixed', () => {
  const steps = ['start', 'personal-details', 'selfie', 'proof-of-address', 'review'] as const
  const correction = returned({ name: true, selfie: false, 'proof-of-address': true })
  expect(nextStepToCorrect(steps, 'start', correction)).toBe('selfie')
  expect(nextStepToCorrect(steps, 'selfie', correction)).toBeNull()
})
