import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhoneHandOff } from '#contract/documents/hand-offs.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { PhonePhotos } from './phone-photos.tsx'

const handOff: PhoneHandOff = {
  firstName: 'Amara',
  expiresAt: '2026-11-27T05:14:00Z',
  docType: 'drivingLicence',
  slots: [
    { slot: 'id-front', isStored: true, isQuestioned: false },
    { slot: 'selfie', isStored: false, isQuestioned: false },
  ],
  undoable: [],
}

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async () => Response.json({ handOff, over: null }))
})
afterEach(() => vi.unstubAllGlobals())

const show = (onLost = vi.fn()) =>
  renderRouted(() => (
    <PhonePhotos handOff={handOff} unsent={null} onChange={() => {}} onLost={onLost} onEnd={() => {}} />
  ))
const pickerOf = (button: HTMLElement) => {
  const input = button.parentElement?.querySelector('input')
  if (!input) throw new Error('A row has a picker')
  return input
}

test('a browser without camera access offers a file at once', async () => {
  show()
  const choose = await screen.findByRole('button', { name: /^Choose a file: Selfie/ })
  expect(screen.getByRole('button', { name: 'Choose another file: ID front' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull()
  const input = pickerOf(choose)
  const opened = vi.fn()
  input.addEventListener('click', opened)
  await userEvent.click(choose)
  expect(opened).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.change(input, { target: { files: [new File(['text'], 'notes.txt', { type: 'text/plain' })] } })
  expect(await screen.findByText('We can’t use that file')).toBeVisible()
})

test('one with a camera takes the photo', async () => {
  const mediaDevices = { getUserMedia: () => new Promise(() => {}) }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices }))
  show()
  expect(await screen.findByRole('button', { name: /^Take the photo: Selfie/ })).toBeVisible()
  expect(screen.getByText('Take these photos. They appear on your computer.')).toBeVisible()
  expect(screen.getAllByText('Driving licence')).toHaveLength(1)
})

test('a photo that arrives too late is returned, and no later poll reports the loss without it', async () => {
  const polled = vi.fn()
  let isConnected = true
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/phone/hand-off')) {
      polled(isConnected)
      return Response.json({ handOff: isConnected ? handOff : null, over: isConnected ? null : 'ended' })
    }
    isConnected = false
    return Response.json({ error: 'NOT_FOUND', message: 'Not connected.' }, { status: 404 })
  })
  const onLost = vi.fn()
  show(onLost)
  const input = pickerOf(await screen.findByRole('button', { name: /^Choose a file: Selfie/ }))
  const photo = new File(['photo'], 'me.jpg', { type: 'image/jpeg' })
  fireEvent.change(input, { target: { files: [photo] } })
  await vi.waitFor(() => expect(onLost).toHaveBeenCalled(), 10_000)
  expect(screen.getByRole('button', { name: 'Sending...: Selfie' })).toHaveTextContent('Sending...')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(polled).not.toHaveBeenCalledWith(false)
  expect(onLost.mock.calls).toEqual([[expect.objectContaining({ slot: 'selfie' })]])
})

/** Shows what it is told, as the page around it does. */
function Phone({ start }: { start: PhoneHandOff }) {
  const [known, setKnown] = useState(start)
  return <PhonePhotos handOff={known} unsent={null} onChange={setKnown} onLost={vi.fn()} onEnd={vi.fn()} />
}

test('what this phone sent is undone there, and its row has the focus again', async () => {
  const upload = '8d6c5c5e-0000-4000-8000-000000000000'
  const slots: PhoneHandOff['slots'] = [{ slot: 'id-front', isStored: false, isQuestioned: false }]
  let isRefused = true
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'DELETE') return Response.json({ handOff: sent, over: null })
    expect(url).toBe(`/api/phone/hand-off/uploads/${upload}`)
    return isRefused
      ? Response.json({ error: 'INVALID_STATE', message: 'You’ve sent this file.' }, { status: 409 })
      : Response.json({ handOff: { ...sent, slots, undoable: [] } })
  })
  const sent: PhoneHandOff = { ...handOff, undoable: [{ slot: 'id-front', upload }] }
  renderRouted(() => <Phone start={sent} />)
  const undo = await screen.findByRole('button', { name: /^Undo: / })
  await userEvent.click(undo)
  expect(await screen.findByRole('alert')).toHaveTextContent('You’ve sent this file.')
  isRefused = false
  await userEvent.click(undo)
  const give = await screen.findByRole('button', { name: /^Choose a file: / })
  await vi.waitFor(() => expect(give).toHaveFocus())
  expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
})
