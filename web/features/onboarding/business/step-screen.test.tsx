import { zodResolver } from '@hookform/resolvers/zod'
import '#web/ui/jsdom-gaps.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, test, vi } from 'vitest'
import type { BusinessDraft } from '#contract/onboarding/business.ts'
import type { CaseState, ItemDecision, ItemKey } from '#contract/verification/cases.ts'
import { correctionOf, type ReturnedCase } from '#web/features/onboarding/journey/correction.ts'
import { type Journey, JourneyContext } from '#web/features/onboarding/journey/journey.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { mayAdd } from './additional-document.tsx'
import { rulesOf } from './business-page.tsx'
import { valuesFromDraft } from './form-values.ts'
import { OwnersStep } from './step-screen.tsx'
import { stepOfItem } from './steps-of-fields.ts'

const ADA = {
  id: 'o1',
  fullName: 'Ada',
  birthDate: '1971-3-',
  nationality: 'GB',
  residenceCountry: 'FR',
  ownershipPercent: '37.5',
}
const BEN = { ...ADA, id: 'o2', fullName: 'Ben', ownershipPercent: '25' }

function Harness({ draft, own, goOn }: { draft: BusinessDraft; own: ReturnedCase | null; goOn: () => void }) {
  const form = useForm({
    defaultValues: valuesFromDraft(draft, null),
    resolver: zodResolver(rulesOf('owners') as never) as never,
    shouldFocusError: false,
  })
  const journey = {
    kind: 'business',
    document: () => null,
    onUnsent: () => undefined,
    documents: [],
    hold: null,
    onHold: () => {},
    position: { number: 5, total: 8 },
    correction: correctionOf(own, { stepOfItem, mayAdd }),
    goOn,
  } as Partial<Journey> as Journey
  return (
    <QueryClientProvider client={queryClient}>
      <FormProvider {...form}>
        <JourneyContext value={journey}>
          <OwnersStep />
        </JourneyContext>
      </FormProvider>
    </QueryClientProvider>
  )
}

function show(draft: BusinessDraft, items?: [ItemKey, ItemDecision, string[]?][]) {
  const goOn = vi.fn()
  const own = items
    ? ({
        state: 'needs_resubmission' satisfies CaseState,
        submittedAt: null,
        decidedAt: null,
        items: items.map(([item, decision, codes = []]) => ({
          item,
          label: item,
          decision,
          editable: decision === 'retry',
          reasons: codes.map((code) => ({ code, wrong: `${code} is wrong`, remedy: 'Correct it.' })),
          text: null,
        })),
      } as unknown as ReturnedCase)
    : null
  queryClient.setQueryData(sessionQuery.queryKey, {
    isAuthenticated: false,
    user: null,
    applicant: null,
  })
  render(<Harness draft={draft} own={own} goOn={goOn} />)
  return { user: userEvent.setup(), goOn }
}

const card = (number: number) => screen.getByRole('region', { name: `Beneficial owner ${number}` })
const nameIn = (number: number) => within(card(number)).getByLabelText<HTMLInputElement>('Full Name')
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const total = () => screen.getByText(/of 100%/).textContent

describe('the owners', () => {
  test('are added one by one, with the total of their shares', async () => {
    const { user, goOn } = show({})
    expect(screen.queryByText(/of 100%/)).toBeNull()
    await user.click(button('Add a beneficial owner'))
    await waitFor(() => expect(document.activeElement).toBe(nameIn(1)))
    await user.type(nameIn(1), 'Ada')
    await user.type(within(card(1)).getByRole('combobox', { name: 'Nationality' }), 'british{Enter}')
    await user.type(within(card(1)).getByRole('combobox', { name: 'Country of Residence' }), 'france{Enter}')
    await user.type(within(card(1)).getByLabelText('Ownership (%)'), '37,5')
    expect(total()).toBe('37.5% of 100%')
    await user.click(button('Add another owner'))
    await user.type(within(card(2)).getByLabelText('Ownership (%)'), '25')
    expect(total()).toBe('62.5% of 100%')
    await user.click(button('Continue'))
    expect(goOn).not.toHaveBeenCalled()
    const summary = await screen.findByRole('alert', { name: 'Check your answers' })
    await user.click(within(summary).getByRole('link', { name: 'Beneficial owner 2: Enter the full name' }))
    expect(document.activeElement).toBe(nameIn(2))
  })

  test('aren’t reported as incomplete before anyone has filled them in', async () => {
    const { user } = show({})
    const missing = () => within(card(1)).queryAllByText(/^(Enter|Choose|Select)/)
    await user.click(button('Continue'))
    await screen.findByRole('alert', { name: 'Check your answers' })
    await user.click(button('Add a beneficial owner'))
    await waitFor(() => expect(document.activeElement).toBe(nameIn(1)))
    await user.type(nameIn(1), 'A')
    expect(missing()).toEqual([])
    await user.click(button('Continue'))
    await waitFor(() => expect(missing()).not.toEqual([]))
  })

  test('can be removed, and restored to their place', async () => {
    const { user, goOn } = show({ beneficialOwners: [ADA, BEN] })
    await user.click(button('Remove beneficial owner 1 Ada'))
    expect(nameIn(1).value).toBe('Ben')
    expect(screen.queryByRole('region', { name: 'Beneficial owner 2' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(button('Undo')))
    await user.click(button('Undo'))
    expect([nameIn(1).value, nameIn(2).value]).toEqual(['Ada', 'Ben'])
    await waitFor(() => expect(document.activeElement).toBe(nameIn(1)))
    await user.click(button('Continue'))
    await waitFor(() => expect(goOn).toHaveBeenCalledOnce())
  })

  test('are eight at most', () => {
    show({ beneficialOwners: [...'12345678'].map((id) => ({ ...BEN, id, fullName: id })) })
    expect(total()).toBe('200% of 100%')
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  })

  test('cannot hold more than 100 % directly, and may through others, with a warning', async () => {
    const { user, goOn } = show({ beneficialOwners: [{ ...ADA, ownershipPercent: '80' }, BEN] })
    expect(total()).toBe('105% of 100%')
    screen.getByText('The shares come to 105%')
    screen.getByText(/^Shares held directly can’t come to more than 100%/)
    await user.click(button('Continue'))
    const summary = await screen.findByRole('alert', { name: 'Check your answers' })
    await user.click(within(summary).getByRole('link', { name: /^The shares held directly come to 105%/ }))
    expect(goOn).not.toHaveBeenCalled()
    const share = within(card(1)).getByLabelText('Ownership (%)')
    expect(document.activeElement).toBe(share)
    await user.clear(share)
    await user.type(share, '90')
    await within(summary).findByRole('link', { name: /^The shares held directly come to 115%/ })
    await user.type(within(card(2)).getByLabelText(/^Held Through/), 'Fern Holdings')
    screen.getByText(/^That can be right, because some are held through others/)
    await waitFor(() => expect(screen.queryByRole('link', { name: /^The shares held directly/ })).toBeNull())
    await user.click(button('Continue'))
    await waitFor(() => expect(goOn).toHaveBeenCalledOnce())
    await user.clear(share)
    await user.type(share, '75')
    expect(screen.queryByText(/^The shares come to/)).toBeNull()
  })
})

describe('a company without an owner', () => {
  test('says why, and who manages it', async () => {
    const { user, goOn } = show({})
    await user.click(screen.getByRole('radio', { name: 'It is a non-profit organisation' }))
    const manager = screen.getByRole('region', { name: 'Senior managing person' })
    await user.click(button('Continue'))
    await screen.findByRole('alert', { name: 'Check your answers' })
    await user.type(within(manager).getByLabelText('Full Name'), 'Eve')
    await user.type(within(manager).getByLabelText('Month'), '03')
    await user.type(within(manager).getByLabelText('Year'), '1966')
    // The input is kept as typed.
    expect(within(manager).getByLabelText<HTMLInputElement>('Month').value).toBe('03')
    await user.type(within(manager).getByRole('combobox', { name: 'Nationality' }), 'usa{Enter}')
    await user.type(within(manager).getByRole('combobox', { name: 'Country of Residence' }), 'uk{Enter}')
    await user.click(button('Continue'))
    await waitFor(() => expect(goOn).toHaveBeenCalledOnce())
  })

  test('that is listed needs no names', async () => {
    const { user, goOn } = show({})
    await user.click(screen.getByRole('radio', { name: 'It is listed on a regulated market' }))
    expect(screen.queryByRole('region', { name: 'Senior managing person' })).toBeNull()
    await user.click(button('Continue'))
    await waitFor(() => expect(goOn).toHaveBeenCalledOnce())
  })

  test('has no reason any more once an owner is added', async () => {
    const { user } = show({ noUboReason: 'listed' })
    await user.click(button('Add a beneficial owner'))
    expect(screen.queryByRole('radio')).toBeNull()
    await user.click(button(/^Remove beneficial owner 1/))
    expect(screen.getByRole('radio', { name: /listed/ }).getAttribute('aria-checked')).toBe('false')
  })
})

describe('a returned company', () => {
  test('opens the returned owner, with the reason, and leaves the other as it is', () => {
    show({ beneficialOwners: [ADA, BEN] }, [
      ['owner:o1', 'accepted'],
      ['owner:o2', 'retry', ['OWNERSHIP_UNCLEAR']],
    ])
    expect(within(card(1)).queryByRole('textbox')).toBeNull()
    expect(within(card(1)).getByText('Checked')).toBeTruthy()
    expect(within(card(1)).queryByRole('button', { name: /^Remove/ })).toBeNull()
    expect(nameIn(2).value).toBe('Ben')
    expect(within(card(2)).getByText('OWNERSHIP_UNCLEAR is wrong')).toBeTruthy()
    expect(button('Add another owner')).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Additional document' })).toBeTruthy()
  })

  test('adds no one unless an owner was returned', () => {
    show({ beneficialOwners: [ADA] }, [
      ['owner:o1', 'accepted'],
      ['settlement', 'retry', ['DATA_MISMATCH']],
    ])
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  })
})
