import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { routed } from '#web/lib/testing.ts'
import { StepHelp } from './step-help.tsx'

function Beside() {
  const form = useForm({ defaultValues: { docType: null as string | null } })
  return (
    <FormProvider {...form}>
      <button type="button" onClick={() => form.setValue('docType', 'passport')}>
        Passport
      </button>
      <StepHelp step="id-document" />
    </FormProvider>
  )
}

test('the help mentions “Take it with your phone” once its button is there', async () => {
  render(routed(() => <Beside />))
  expect(await screen.findByText(/privacy policy/)).toBeVisible()
  expect(screen.queryByText(/Take it with your phone/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Passport' }))
  expect(screen.getByText(/Take it with your phone/)).toBeVisible()
})
