import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhoneHandOff } from '#contract/documents/hand-offs.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { PhonePhotos } from './phone-photos.tsx'

const handOff: PhoneHandOff = {
  firstName: 'Amara',
  expiresAt: '2026-11-27T05:14:00Z',
  docType: null,
  slots: [
    { slot: 'id-front', isStored: true, isQuestioned: false },
    { slot: 'selfie', isStored: false, isQuestioned: false },
  ],
}

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async () => Response.json({ handOff, over: null }))
})
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  renderRouted(() => (
    <PhonePhotos handOff={handOff} unsent={null} onChange={() => {}} onLost={() => {}} onEnd={() => {}} />
  ))

test('a browser that has no camera to ask for gives a file at once', async () => {
  show()
  const choose = await screen.findByRole('button', { name: /^Choose a file: Selfie/ })
  expect(screen.getByRole('button', { name: 'Choose another file: ID Document (Front)' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull()
  const picked = vi.fn((event: Event) => event.target as HTMLInputElement)
  document.addEventListener('click', picked)
  await userEvent.click(choose)
  document.removeEventListener('click', picked)
  const input = picked.mock.results.map(({ value }) => value).find(({ type }) => type === 'file')
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.change(input, { target: { files: [new File(['text'], 'notes.txt', { type: 'text/plain' })] } })
  expect(await screen.findByText('We can’t use that file')).toBeVisible()
})

test('one that has a camera takes the photo', async () => {
  const mediaDevices = { getUserMedia: () => new Promise(() => {}) }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices }))
  show()
  expect(await screen.findByRole('button', { name: /^Take the photo: Selfie/ })).toBeVisible()
  expect(screen.getByText('Take these photos. They appear on your computer.')).toBeVisible()
})
