import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { type Journey, JourneyContext } from './journey.ts'
import { ReviewForm } from './review-form.tsx'

const Answers = z.object({ name: z.string() })

let send: ReturnType<
  typeof vi.fn<(submission: { answers: { name: string }; draftRevision: number }) => Promise<number>>
>
let revisionToSubmit: () => Promise<number | null>
let mergeNewer: () => Promise<boolean>
let merges: number
let onSubmitted: ReturnType<typeof vi.fn<(id: number) => Promise<void>>>

beforeEach(() => {
  send = vi.fn(async () => 12)
  revisionToSubmit = async () => 3
  merges = 0
  mergeNewer = async () => {
    merges += 1
    return true
  }
  onSubmitted = vi.fn(async () => undefined)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async () => Response.json({ captchaRequired: false }))
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const JOURNEY = {
  applicant: { userId: 1, auth0Id: 'one' },
  position: { number: 7, total: 7 },
  riskAccepted: true,
  revisionToSubmit: () => revisionToSubmit(),
  mergeNewer: () => mergeNewer(),
  get merges() {
    return merges
  },
  forget: () => undefined,
  onHandingIn: () => undefined,
  goBack: () => undefined,
} as unknown as Journey

function Review() {
  return (
    <FormProvider {...useForm()}>
      <JourneyContext value={JOURNEY}>
        <ReviewForm
          declarations={[{ id: 'confirmed', label: 'It is true', missing: 'Confirm it' }]}
          gapsNow={() => []}
          answersNow={() => Answers.safeParse({ name: 'Ada' })}
          stepOfField={() => 'review'}
          send={send}
          onSubmitted={onSubmitted}
        >
          <p>Ada</p>
        </ReviewForm>
      </JourneyContext>
    </FormProvider>
  )
}

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Review />
    </QueryClientProvider>,
  )
const handIn = () => fireEvent.click(screen.getByRole('button', { name: 'Submit for verification' }))
const backOnline = () => act(async () => void window.dispatchEvent(new Event('online')))

/** Submits while there is no connection. */
async function handInOffline() {
  send.mockRejectedValueOnce(ApiError.network(new TypeError('Failed to fetch')))
  show()
  fireEvent.click(screen.getByRole('checkbox', { name: /It is true/ }))
  handIn()
  await screen.findByText(/We’ll submit them when you’re back online/)
}

it('submits automatically when the connection is back, once', async () => {
  await handInOffline()
  expect(send).toHaveBeenCalledTimes(1)
  await backOnline()
  await waitFor(() => expect(onSubmitted.mock.calls).toEqual([[12]]))
  await backOnline()
  expect(send.mock.calls.map(([{ answers }]) => answers)).toEqual([{ name: 'Ada' }, { name: 'Ada' }])
})

it('does not submit automatically once the confirmation was unticked', async () => {
  await handInOffline()
  fireEvent.click(screen.getByRole('checkbox', { name: /It is true/ }))
  await backOnline()
  expect(send).toHaveBeenCalledTimes(1)
})

it('does not submit automatically what the server has refused, or what was never submitted', async () => {
  send.mockRejectedValueOnce(new ApiError(409, 'It is being checked.', { error: 'INVALID_STATE' }))
  show()
  await backOnline()
  expect(send).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('checkbox', { name: /It is true/ }))
  handIn()
  await screen.findByText('It is being checked.')
  await backOnline()
  expect(send).toHaveBeenCalledTimes(1)
})

const confirmation = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /It is true/ })
const stale = new ApiError(409, 'Changed elsewhere', { error: 'STALE_VERSION' })

it('asks to check and confirm again once answers were saved elsewhere that the page didn’t show', async () => {
  send.mockRejectedValueOnce(stale)
  show()
  fireEvent.click(confirmation())
  handIn()
  await screen.findByRole('heading', { name: 'Not submitted yet' })
  expect([confirmation().checked, onSubmitted.mock.calls.length]).toEqual([false, 0])
  fireEvent.click(confirmation())
  handIn()
  await waitFor(() => expect(onSubmitted.mock.calls).toEqual([[12]]))
})

it('sends nothing if its own save has met newer answers', async () => {
  revisionToSubmit = async () => null
  show()
  fireEvent.click(confirmation())
  handIn()
  await screen.findByRole('heading', { name: 'Not submitted yet' })
  expect(send).not.toHaveBeenCalled()
})

it('submits by the newer revision if that has the same answers', async () => {
  const revisions = [3, 4]
  revisionToSubmit = async () => revisions.shift() ?? null
  mergeNewer = async () => false
  send.mockRejectedValueOnce(stale)
  show()
  fireEvent.click(confirmation())
  handIn()
  await waitFor(() => expect(onSubmitted.mock.calls).toEqual([[12]]))
  expect(send.mock.calls.map(([{ draftRevision }]) => draftRevision)).toEqual([3, 4])
})
