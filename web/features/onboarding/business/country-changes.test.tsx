import { zodResolver } from '@hookform/resolvers/zod'
import '#web/ui/jsdom-gaps.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import type { BusinessDraft } from '#contract/onboarding/business.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { type Journey, JourneyContext } from '../journey/journey.ts'
import { rulesOf } from './business-page.tsx'
import { type BusinessValues, valuesFromDraft } from './form-values.ts'
import { CompanyStep, SettlementStep } from './step-screen.tsx'

const SCREENS = { company: CompanyStep, settlement: SettlementStep }

function Harness({
  step,
  draft,
  goOn,
}: {
  step: keyof typeof SCREENS
  draft: BusinessDraft
  goOn: () => void
}) {
  const form = useForm<BusinessValues>({
    defaultValues: valuesFromDraft(draft, null),
    resolver: zodResolver(rulesOf(step) as never) as never,
    shouldFocusError: false,
  })
  const journey = {
    kind: 'business',
    document: () => null,
    onUnsent: () => undefined,
    documents: [],
    files: [],
    hold: null,
    onHold: () => {},
    position: { number: 3, total: 8 },
    correction: null,
    goOn,
  } as Partial<Journey> as Journey
  const Screen = SCREENS[step]
  return (
    <QueryClientProvider client={queryClient}>
      <FormProvider {...form}>
        <JourneyContext value={journey}>
          <Screen />
        </JourneyContext>
      </FormProvider>
    </QueryClientProvider>
  )
}

function show(step: keyof typeof SCREENS, draft: BusinessDraft) {
  const goOn = vi.fn()
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
  render(<Harness step={step} draft={draft} goOn={goOn} />)
  return { user: userEvent.setup(), goOn }
}

const country = () => screen.getByRole('combobox')
const press = () => screen.getByRole('button', { name: 'Continue' })

test('a half-typed country is asked for, never taken for the United Kingdom', async () => {
  const { user, goOn } = show('company', {
    legalName: 'Wald GmbH',
    registeredAddress: 'Unter den Linden 5',
    companyNumber: '12345678',
  })
  await user.clear(country())
  await user.type(country(), 'ger')
  await user.tab()
  await user.click(press())
  const wrong = await screen.findByRole('alert', { name: 'Check your answers' })
  expect(wrong.textContent).toContain('Choose the country of registration from the list')
  expect(goOn).not.toHaveBeenCalled()
  await user.clear(country())
  await user.type(country(), 'germany')
  await user.click(press())
  await waitFor(() => expect(goOn).toHaveBeenCalledOnce())
})

test('a company’s number and office are validated by the country that is now chosen', async () => {
  const { user } = show('company', {
    legalName: 'Wald GmbH',
    registeredAddress: 'Unter den Linden 5',
    companyNumber: 'HRB 12345 B',
  })
  expect(screen.getByText('Enter the details exactly as they appear at Companies House.')).toBeTruthy()
  await user.click(press())
  await screen.findAllByText('Add the postcode of the registered office')
  await screen.findAllByText(/A company number has 8 characters|No UK register/)
  await user.clear(country())
  await user.type(country(), 'germany')
  await waitFor(() =>
    expect(screen.queryByText(/A company number has 8 characters|No UK register/)).toBeNull(),
  )
  expect(screen.queryByText('Add the postcode of the registered office')).toBeNull()
  expect(screen.getByText('Enter the details exactly as they appear in the company register.')).toBeTruthy()
})

test('so are a bank’s, and no UK number is needed for a contact abroad', async () => {
  const { user } = show('settlement', {
    registrationCountry: 'DE',
    bankName: 'Waldbank',
    bankSortCode: '99-99',
    bankAccountNumber: '1',
  })
  expect(screen.getByText('Include the country code, like +44 for the UK.')).toBeTruthy()
  await user.click(press())
  await screen.findAllByText(/A sort code has 6 digits/)
  await user.clear(country())
  await user.type(country(), 'france')
  await waitFor(() => {
    expect(screen.queryByText(/A sort code has 6 digits/)).toBeNull()
    expect(screen.queryByText(/An account number has 8 digits/)).toBeNull()
  })
})
