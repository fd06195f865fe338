import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderRouted } from '#web/lib/testing.ts'
import type { Unsent } from '#web/shared/documents/unsent-files.ts'
import type { DraftSaver } from './draft-saver.ts'
import { LeaveGuard } from './leave-guard.tsx'

/** A saver that has saved everything. */
const SAVER: DraftSaver<object> = {
  change: () => undefined,
  flush: async () => undefined,
  revisionToSubmit: async () => 0,
  mergeNewer: async () => false,
  catchUp: async () => undefined,
  dismissElsewhere: () => undefined,
  forget: () => undefined,
  status: () => ({
    unsaved: false,
    savedHereAt: null,
    savedToAccountAt: null,
    elsewhere: null,
    merges: 0,
    signedOut: false,
    isSubmitted: false,
  }),
  subscribe: () => () => undefined,
}

/** A saver that can't save anything anywhere. */
const FULL: DraftSaver<object> = { ...SAVER, status: () => ({ ...SAVER.status(), unsaved: true }) }

async function begin(unsent: Unsent | null, saver = SAVER) {
  const router = renderRouted(
    { '/form': () => <LeaveGuard saver={saver} unsent={unsent} hasEnded={false} /> },
    { at: '/form?step=selfie' },
  )
  await act(() => router.load())
  const goTo = (path: string) => act(async () => router.history.push(path))
  return { goTo, place: () => router.history.location.href }
}

describe('leaving a step', () => {
  it('asks nothing if nothing would be lost', async () => {
    const { goTo, place } = await begin(null)
    await goTo('/form?step=review')
    expect(place()).toBe('/form?step=review')
  })

  it('asks while a chosen file is not uploaded, and stays or leaves as answered', async () => {
    const { goTo, place } = await begin('chosen')
    await goTo('/form?step=review')
    await screen.findByText(/isn’t uploaded yet/)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stay on this page' })))
    expect(place()).toBe('/form?step=selfie')
    await goTo('/form?step=review')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Leave without uploading' })))
    expect(place()).toBe('/form?step=review')
  })

  it('asks again if the answers could be saved nowhere, before they’ll be lost', async () => {
    const { goTo, place } = await begin(null, FULL)
    await goTo('/elsewhere')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save and leave' })))
    await screen.findByText(/they’ll be lost/)
    expect(place()).toBe('/form?step=selfie')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Leave without saving' })))
    expect(place()).toBe('/elsewhere')
  })
})
