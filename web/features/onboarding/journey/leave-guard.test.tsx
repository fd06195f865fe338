import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Unsent } from '#web/shared/documents/unsent-files.ts'
import type { DraftSaver } from './draft-saver.ts'
import { LeaveGuard } from './leave-guard.tsx'

/** A keeper that has saved everything. */
const SAVER: DraftSaver<object> = {
  change: () => undefined,
  flush: async () => undefined,
  forget: () => undefined,
  status: () => ({
    unsaved: false,
    savedHereAt: null,
    savedToAccountAt: null,
    mergedAt: null,
    signedOut: false,
  }),
  subscribe: () => () => undefined,
}

/** One that can keep nothing anywhere. */
const FULL: DraftSaver<object> = { ...SAVER, status: () => ({ ...SAVER.status(), unsaved: true }) }

async function begin(unsent: Unsent | null, saver = SAVER) {
  const root = createRootRoute()
  const form = createRoute({
    getParentRoute: () => root,
    path: '/form',
    validateSearch: (search): { step?: string } => ({ step: String(search.step) }),
    component: () => <LeaveGuard saver={saver} unsent={unsent} hasEnded={false} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([form]),
    history: createMemoryHistory({ initialEntries: ['/form?step=selfie'] }),
    defaultNotFoundComponent: () => null,
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
  const goTo = (path: string) => act(async () => router.history.push(path))
  return { goTo, place: () => router.history.location.href }
}

describe('leaving a step', () => {
  it('asks nothing where nothing would be lost', async () => {
    const { goTo, place } = await begin(null)
    await goTo('/form?step=review')
    expect(place()).toBe('/form?step=review')
  })

  it('asks while a chosen file is not uploaded, and stays or leaves as told', async () => {
    const { goTo, place } = await begin('chosen')
    await goTo('/form?step=review')
    await screen.findByText(/isn’t uploaded yet/)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stay on this page' })))
    expect(place()).toBe('/form?step=selfie')
    await goTo('/form?step=review')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Leave without uploading' })))
    expect(place()).toBe('/form?step=review')
  })

  it('asks before it stops an upload', async () => {
    const { goTo, place } = await begin('uploading')
    await goTo('/elsewhere')
    await screen.findByRole('button', { name: 'Stop the upload and leave' })
    expect(place()).toBe('/form?step=selfie')
  })

  it('asks once more where the answers could be saved nowhere, before they’ll be lost', async () => {
    const { goTo, place } = await begin(null, FULL)
    await goTo('/elsewhere')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save and leave' })))
    await screen.findByText(/they’ll be lost/)
    expect(place()).toBe('/form?step=selfie')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Leave without saving' })))
    expect(place()).toBe('/elsewhere')
  })
})
