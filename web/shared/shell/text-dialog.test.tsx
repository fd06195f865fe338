import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { TextDialog } from './text-dialog.tsx'

afterEach(() => sessionStorage.clear())

const show = (onConfirm: (text: string) => Promise<unknown>, keepAs = 'lift-hold-7') =>
  render(
    <QueryClientProvider client={queryClient}>
      <TextDialog
        title="Lift this legal hold?"
        description="From then on the periods count again."
        label="Reason"
        missing="Write why"
        max={100}
        confirm="Lift hold"
        done="Lifted"
        signIn={{
          title: 'Sign in again to lift this hold',
          why: 'We ask because it counts.',
          returnTo: () => '/admin/users/7?ask=lift-hold',
          keepAs,
        }}
        onConfirm={onConfirm}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
const reason = () => screen.findByLabelText<HTMLTextAreaElement>('Reason')

test('R11 a sign-in that is too old is requested again, and what was typed is there afterwards, once and nowhere else', async () => {
  const refused = new ApiError(403, 'Sign in again to confirm that it is you.', { error: 'REAUTH_REQUIRED' })
  const before = show(() => Promise.reject(refused))
  await userEvent.type(await reason(), 'The enquiry is over')
  await userEvent.click(screen.getByRole('button', { name: 'Lift hold' }))
  const link = await screen.findByRole('link', { name: 'Sign in again' })
  const address = new URL(link.getAttribute('href') ?? '', 'http://localhost')
  expect(address.searchParams.get('reauth')).toBe('1')
  expect(address.searchParams.get('returnTo')).toBe('/admin/users/7?ask=lift-hold')
  expect(screen.queryByText('Nothing was changed')).toBeNull()
  // jsdom can't navigate; the test is about what is stored before leaving.
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  before.unmount()

  const other = show(() => Promise.resolve(), 'lift-hold-8')
  expect((await reason()).value).toBe('')
  other.unmount()
  const sent: string[] = []
  const after = show(async (text) => sent.push(text))
  expect((await reason()).value).toBe('The enquiry is over')
  await userEvent.click(screen.getByRole('button', { name: 'Lift hold' }))
  await expect.poll(() => sent).toEqual(['The enquiry is over'])
  await expect.poll(() => sessionStorage.length).toBe(0)
  after.unmount()
})

test('a refusal of the text is shown at its field, until it is changed; any other above', async () => {
  const refusals = [
    new ApiError(400, 'Check the form', {
      error: 'VALIDATION_ERROR',
      fields: { reason: 'Remove any characters that are not text' },
    }),
    new ApiError(409, 'Somebody was quicker', { error: 'INVALID_STATE' }),
  ]
  show(() => Promise.reject(refusals.shift()))
  const field = await reason()
  await userEvent.type(field, 'The enquiry is over')
  const confirm = screen.getByRole('button', { name: 'Lift hold' })
  await userEvent.click(confirm)
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Remove any characters that are not text')).toBeTruthy()
  expect(screen.queryByText('Nothing was changed')).toBeNull()
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, '.')
  expect(screen.queryByText('Remove any characters that are not text')).toBeNull()
  await userEvent.click(confirm)
  expect(await screen.findByText('Nothing was changed')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
})
