import '#web/ui/jsdom-gaps.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { changeUpload, dropUpload, putChosen } from '#web/shared/documents/uploads.ts'
import { EMPTY_DATE } from '#web/ui/date-parts.ts'
import { type Journey, JourneyContext } from '../journey/journey.ts'
import { AskingScreen } from './asking-screens.tsx'

type Step = Parameters<typeof AskingScreen>[0]['step']

function Harness({ step, files }: { step: Step; files: Journey['files'] }) {
  const form = useForm({
    defaultValues: { firstName: '', lastName: '', dob: EMPTY_DATE, address: '', docType: 'drivingLicence' },
  })
  const journey = {
    kind: 'consumer',
    document: () => null,
    documents: [],
    files,
    onUnsent: () => undefined,
    hold: null,
    onHold: () => {},
    position: { number: 4, total: 8 },
    correction: null,
  } as Partial<Journey> as Journey
  return (
    <QueryClientProvider client={queryClient}>
      <FormProvider {...form}>
        <JourneyContext value={journey}>
          <AskingScreen step={step} />
        </JourneyContext>
      </FormProvider>
    </QueryClientProvider>
  )
}

function show(step: Step, files: Journey['files'] = []) {
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
  render(<Harness step={step} files={files} />)
  return screen.getByRole('button', { name: 'Continue' })
}

test.each([
  ['id-document', [], 'Add the front of your ID to continue'],
  ['id-document', ['id-front'], 'Add the back of your ID to continue'],
  ['selfie', [], 'Add your selfie to continue'],
  ['proof-of-address', [], 'Add your proof of address to continue'],
] as const)('on %s with %j Continue says what to add', (step, files, said) => {
  const button = show(step, files)
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription(said)
  expect(screen.queryByText(/^Waiting for/)).toBeNull()
})

test('Continue waits for a file only while it is sent', () => {
  const button = show('selfie')
  const spot = { userId: undefined, kind: 'consumer', slot: 'selfie' } as const
  const file = new File(['x'], 'selfie.jpg', { type: 'image/jpeg' })
  act(() => void putChosen(spot, { id: 'a', file, said: {}, chosenAt: 0 }))
  expect(button).toHaveAccessibleDescription('Add your selfie to continue')
  act(() => void changeUpload(spot, 'a', { event: { type: 'reading' } }))
  expect(button).toHaveAccessibleDescription('Waiting for your selfie to upload')
  act(() => void changeUpload(spot, 'a', { event: { type: 'failed', message: 'The connection was lost' } }))
  expect(button).toHaveAccessibleDescription('Add your selfie to continue')
  act(() => dropUpload(spot))
})

test('nothing is asked for once the file is there', () => {
  expect(show('selfie', ['selfie'])).not.toHaveAccessibleDescription()
})
