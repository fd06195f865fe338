import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { currentToasts } from '#web/ui/toast.ts'
import { ExportLink } from './export-link.tsx'

const started: string[] = []

beforeEach(() => {
  started.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    started.push(`${this.href} ${this.hasAttribute('download')}`)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function press(session: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async () => session())
  render(<ExportLink href="/api/admin/users/export.csv?q=ada">Export CSV</ExportLink>)
  await userEvent.click(screen.getByRole('link', { name: 'Export CSV' }))
}
const sessionOf = (needs_step_up?: true) => () =>
  Response.json({ isAuthenticated: true, user: { id: 1, needs_step_up } })

it('R11 exports after a recent sign-in', async () => {
  await press(sessionOf())
  await waitFor(() =>
    expect(started).toEqual([expect.stringMatching(/\/api\/admin\/users\/export\.csv\?q=ada true$/)]),
  )
  expect(currentToasts()).toEqual([])
})

it('R11 asks someone whose sign-in is too old to confirm who they are, and starts nothing', async () => {
  await press(sessionOf(true))
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([
      {
        kind: 'error',
        title: 'Confirm it’s you first',
        description: 'Sign in again at the top of this page, then export.',
      },
    ]),
  )
  expect(started).toEqual([])
})

it('exports nothing if no one is signed in any more, which the page itself says', async () => {
  await press(() => Response.json({ isAuthenticated: false, user: null }))
  await waitFor(() => expect(queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject({ user: null }))
  expect([started, currentToasts()]).toEqual([[], []])
})

it('says that nothing was exported if the connection is lost', async () => {
  await press(() => Promise.reject(new TypeError('no line')))
  await waitFor(() => expect(currentToasts()).toMatchObject([{ title: 'Nothing was exported' }]))
  expect(started).toEqual([])
})
