import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { HandOff } from '#contract/documents/hand-offs.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { HandOffButton } from './hand-off-button.tsx'

const ID = '8d6c5c5e-0000-4000-8000-000000000000'
const calls: string[] = []
/** The requests for codes. */
const asked: unknown[] = []
let seen: HandOff | 404
let mailTo: string | null
let mailed: () => Response

const handOff = (state: HandOff['state'], more: Partial<HandOff['slots'][number]> = {}): HandOff => ({
  id: ID,
  state,
  openedAt: state === 'connected' || state === 'ended' ? '2026-11-27T05:04:00Z' : null,
  expiresAt: '2026-11-27T05:14:00Z',
  docType: null,
  slots: [{ slot: 'selfie', isStored: false, isQuestioned: false, ...more }],
})

beforeEach(() => {
  calls.length = 0
  asked.length = 0
  mailTo = 'amara@people.example'
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    calls.push(`${method} ${url}`)
    if (url === `/api/hand-offs/${ID}/mail`) {
      expect(JSON.parse(String(body))).toEqual({ token: 't' })
      return mailed()
    }
    const started = {
      handOff: handOff('waiting'),
      token: 't',
      link: 'https://x.example/p#t',
      page: 'https://x.example/p',
      code: '7K4M29QD',
      mailTo,
    }
    if (url === '/api/hand-offs') {
      asked.push(JSON.parse(String(body)))
      return Response.json(started)
    }
    return seen === 404
      ? Response.json({ error: 'NOT_FOUND', message: 'There is no such link.' }, { status: 404 })
      : Response.json({ handOff: seen })
  })
})
afterEach(() => {
  queryClient.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The field of a document, with the dialog that it opens. */
function Field({ slot = 'selfie', opens = true }: { slot?: DocumentSlot; opens?: boolean }) {
  const [isOpen, setOpen] = useState(opens)
  return (
    <div id={slot}>
      <HandOffButton
        isOffered
        slot={slot}
        slots={[slot]}
        docType={null}
        describedBy=""
        isOpen={isOpen}
        onOpenChange={setOpen}
      />
    </div>
  )
}

const show = (field = <Field />) =>
  render(<QueryClientProvider client={queryClient}>{field}</QueryClientProvider>)

test('an expired code is said to have expired, with nothing received', async () => {
  seen = handOff('expired')
  show()
  expect(await screen.findByText('The code has expired')).toBeVisible()
  expect(screen.queryByText('What has arrived stays.')).toBeNull()
})

test('a phone whose time ran out is said to have been connected', async () => {
  seen = { ...handOff('expired', { isStored: true }), openedAt: '2026-11-27T05:04:00Z' }
  show()
  expect(await screen.findByText('Your phone’s time is over')).toBeVisible()
  expect(screen.queryByText('The code has expired')).toBeNull()
})

test('closing the dialog leaves the phone connected, and says so where it was opened', async () => {
  seen = handOff('connected')
  show()
  await screen.findByRole('button', { name: 'Disconnect the phone' })
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Your phone is connected' }))
  expect(calls).not.toContain(`POST /api/hand-offs/${ID}/end`)
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect the phone' }))
  expect(calls).toContain(`POST /api/hand-offs/${ID}/end`)
  expect(await screen.findByRole('button', { name: 'Take it with your phone' })).toBeVisible()
})

test('on the next step the phone is still connected, and no code is made that would end it', async () => {
  const proof = { slot: 'proof-of-address', isStored: false, isQuestioned: false } as const
  const connected = handOff('connected')
  seen = { ...connected, slots: [...connected.slots, proof] }
  sessionStorage.setItem(
    'open_hand_off',
    JSON.stringify({ id: ID, slot: null, slots: ['selfie', 'proof-of-address'] }),
  )
  show(
    <>
      <Field slot="proof-of-address" opens={false} />
      <Field slot="id-front" opens={false} />
    </>,
  )
  // A document that the phone is not asked for needs a code of its own.
  expect(await screen.findByRole('button', { name: 'Take it with your phone' })).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Your phone is connected' }))
  expect(await screen.findByText('0 of 2 photos are here')).toBeVisible()
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Back to the page' }))
  // Ended on the phone, it is offered again.
  seen = { ...seen, state: 'ended' }
  await queryClient.invalidateQueries()
  await vi.waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Take it with your phone' })).toHaveLength(2),
  )
})

test('each photo says what it is of, and of those to do the one that the phone asks for next', async () => {
  const [selfie] = handOff('connected', { isStored: true }).slots
  if (!selfie) throw new Error('There is a selfie')
  const others = (['proof-of-address', 'bank-statement'] as const).map((slot) => ({
    ...selfie,
    slot,
    isStored: false,
  }))
  seen = { ...handOff('connected'), slots: [selfie, ...others] }
  show()
  expect(await screen.findByText('1 of 3 photos are here')).toBeVisible()
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'SelfieTaken now, with your phoneReady',
    expect.stringMatching(/^Proof of address.*Next on your phone$/i),
    expect.stringMatching(/To do$/),
  ])
})

test('a photo that needs a look leads to its field', async () => {
  seen = handOff('connected', { isStored: true, isQuestioned: true })
  show()
  await userEvent.click(await screen.findByRole('button', { name: /^Look at it here/ }))
  const field = await screen.findByRole('button', { name: 'Your phone is connected' })
  await vi.waitFor(() => expect(field).toHaveFocus())
  expect(calls).not.toContain(`POST /api/hand-offs/${ID}/end`)
})

test('what a disconnected phone has sent stays, and a question about it is not “Ready”', async () => {
  seen = handOff('ended', { isStored: true, isQuestioned: true })
  show()
  expect(await screen.findByText('What has arrived stays.')).toBeVisible()
  expect(screen.getByText('Look at it here')).toBeVisible()
  expect(screen.queryByText('Ready')).toBeNull()
})

test('a page that is reloaded continues with its code and creates no other, until one is requested', async () => {
  seen = handOff('waiting')
  const { unmount } = show()
  expect(await screen.findByText('7K4M-29QD')).toBeVisible()
  unmount()
  queryClient.removeQueries()
  show()
  expect(await screen.findByText('The code you made still works')).toBeVisible()
  const made = () => calls.filter((call) => call === 'POST /api/hand-offs').length
  expect(made()).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'New code' }))
  expect(await screen.findByText('7K4M-29QD')).toBeVisible()
  expect(made()).toBe(2)
})

test('a new code retakes the photo of its field, unless it has arrived', async () => {
  seen = {
    ...handOff('ended'),
    slots: [
      { slot: 'selfie', isStored: false, isQuestioned: false },
      { slot: 'proof-of-address', isStored: false, isQuestioned: false },
    ],
  }
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'New code' }))
  const [selfie, proof] = seen.slots
  if (!selfie || !proof) throw new Error('The phone is asked for two')
  seen = { ...seen, slots: [{ ...selfie, isStored: true }, proof] }
  await queryClient.invalidateQueries()
  expect(await screen.findByText('What has arrived stays.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'New code' }))
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(asked).toEqual([
    { slots: ['selfie'], again: 'selfie' },
    { slots: ['selfie'], again: 'selfie' },
    { slots: ['selfie'] },
  ])
})

test('no other code is offered if everything has arrived and is good', async () => {
  seen = handOff('expired', { isStored: true })
  show()
  expect(await screen.findByText('What has arrived stays.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New code' })).toBeNull()
})

test('someone else’s is replaced by a new code', async () => {
  sessionStorage.setItem('open_hand_off', JSON.stringify({ id: ID, slot: 'selfie' }))
  seen = 404
  show()
  expect(await screen.findByText('7K4M-29QD')).toBeVisible()
})

test('the product mails the link, says to which address, and that a second one is too soon', async () => {
  seen = handOff('waiting')
  mailed = () => Response.json({ to: mailTo })
  show()
  const button = await screen.findByRole('button', { name: 'Email me the link' })
  await userEvent.click(button)
  expect(
    await screen.findByText('We’ve emailed the link to amara@people.example. Open it on your phone.'),
  ).toHaveRole('status')
  const message = 'We’ve just emailed it to amara@people.example. You can ask again in 58 seconds.'
  mailed = () => Response.json({ error: 'RATE_LIMITED', message, retryAfter: 58 }, { status: 429 })
  await userEvent.click(button)
  expect(await screen.findByText(message)).toHaveRole('status')
})

test('no mail is offered to someone without a confirmed address', async () => {
  seen = handOff('waiting')
  mailTo = null
  show()
  expect(await screen.findByRole('button', { name: 'Copy the link' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Email me the link' })).toBeNull()
})

test('the link is copied, and if that is not allowed only the code is left', async () => {
  seen = handOff('waiting')
  const user = userEvent.setup()
  show()
  const button = await screen.findByRole('button', { name: 'Copy the link' })
  await user.click(button)
  expect(await screen.findByText('Link copied. Open it on your phone.')).toHaveRole('status')
  expect(await navigator.clipboard.readText()).toBe('https://x.example/p#t')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await user.click(button)
  expect(await screen.findByText('The link wasn’t copied. Scan the code instead.')).toHaveRole('status')
})
