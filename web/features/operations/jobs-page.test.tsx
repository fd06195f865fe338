import '#web/ui/jsdom-gaps.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeadLetter } from '#contract/operations/dead-letters.ts'
import type { ShownJob } from '#contract/operations/jobs.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import { currentToasts } from '#web/ui/toast.ts'
import { JobsPage } from './jobs-page.tsx'

const JOB: ShownJob = {
  name: 'sweep-exports',
  standing: 'fine',
  nextAt: '2026-03-10T10:05:00Z',
  pausedAt: null,
  pausedBy: null,
  trouble: null,
  failures: 0,
  runs: [
    {
      id: 1,
      startedAt: '2026-03-10T10:00:00Z',
      endedAt: '2026-03-10T10:00:03Z',
      result: 'done',
      counts: { removed: 1200 },
      failed: 0,
      error: null,
      backlog: 7,
      askedBy: null,
    },
    {
      id: 2,
      startedAt: '2026-03-10T09:55:00Z',
      endedAt: null,
      result: null,
      counts: { screened: 400 },
      failed: 0,
      error: null,
      backlog: 1000,
      askedBy: null,
    },
    {
      id: 3,
      startedAt: '2026-03-10T09:50:00Z',
      endedAt: null,
      result: null,
      counts: { screened: 5000 },
      failed: 0,
      error: null,
      backlog: 100_001,
      askedBy: null,
    },
  ],
}
const LETTER: DeadLetter = {
  id: 5,
  job: 'send-mails',
  about: 'Application submitted',
  userId: 12,
  failedAt: '2026-03-10T09:00:00Z',
  tries: 9,
  error: '421 try again later',
  refusal: null,
}

beforeEach(() => signInStaff('admin'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Opens the page with a server that has these letters; `change` answers a change. */
async function open({
  job = JOB,
  letters = [],
  inMaintenance = false,
  change = { status: 200, body: { success: true } },
}: {
  job?: ShownJob
  letters?: DeadLetter[]
  inMaintenance?: boolean
  change?: { status: number; body: object }
}) {
  const changes: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const [path] = url.split('?')
    if (init?.method === 'POST') {
      changes.push(String(path))
      return new Response(JSON.stringify(change.body), { status: change.status })
    }
    if (path === '/api/admin/jobs') return Response.json({ jobs: [job], inMaintenance })
    const counts = letters.length ? [{ job: 'send-mails', count: letters.length }] : []
    return Response.json({ letters, nextCursor: null, counts })
  })
  renderRouted(JobsPage)
  await screen.findByRole('table', { name: 'Jobs' })
  return changes
}

test('says what a run has done and left, and that everything is fine', async () => {
  await open({})
  expect(screen.getByText('Finished after 3 seconds, 1,200 done, 7 left')).toBeTruthy()
  // The rest was counted when the run started.
  expect(screen.getByText('Running, 400 done, 600 left')).toBeTruthy()
  expect(screen.getByText('Running, 5,000 done, over 95,000 left')).toBeTruthy()
  expect(screen.getByText('Every scheduled job runs as it should.')).toBeTruthy()
  expect(await screen.findByText(/^Nothing has stopped/)).toBeTruthy()
})

test('says in maintenance that no job runs, and not that everything is fine', async () => {
  await open({ inMaintenance: true })
  expect(screen.getByText('No job runs during maintenance')).toBeTruthy()
  expect(screen.queryByText('Every scheduled job runs as it should.')).toBeNull()
})

test('retries failed work, and says why if that is refused', async () => {
  const refused = {
    status: 409,
    body: { error: 'INVALID_STATE', message: 'Someone has sent it again already.' },
  }
  const changes = await open({ letters: [LETTER], change: refused })
  const row = within(await screen.findByRole('row', { name: /Application submitted/ }))
  await userEvent.click(row.getByRole('button', { name: /^Send again/ }))
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ description: 'Someone has sent it again already.' }]),
  )
  expect(changes).toEqual(['/api/admin/dead-letters/5/send'])
})

test('retries failed work once, however often its button is pressed before the list has changed', async () => {
  const changes = await open({ letters: [LETTER] })
  const button = await screen.findByRole('button', { name: /^Send again/ })
  await userEvent.click(button)
  await vi.waitFor(() => expect(currentToasts()).toMatchObject([{ title: 'Sent again' }]))
  await userEvent.click(button)
  expect(changes).toEqual(['/api/admin/dead-letters/5/send'])
})

test('drops failed work after a confirmation, which stays open if that fails', async () => {
  const gone = { status: 409, body: { error: 'INVALID_STATE', message: 'Someone has dropped it already.' } }
  const changes = await open({ letters: [LETTER], change: gone })
  await userEvent.click(await screen.findByRole('button', { name: /^Drop/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Drop this work?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Drop' }))
  expect(await dialog.findByText('Someone has dropped it already.')).toBeTruthy()
  expect(changes).toEqual(['/api/admin/dead-letters/5/drop'])
})

test('does not offer to send what would not reach its reader', async () => {
  await open({ letters: [{ ...LETTER, refusal: 'An earlier email to this address bounced.' }] })
  const row = within(await screen.findByRole('row', { name: /Application submitted/ }))
  expect(row.getByText('An earlier email to this address bounced.')).toBeTruthy()
  expect(row.queryByRole('button', { name: /^Send again/ })).toBeNull()
})

test('shows jobs and work of a newer server by their names', async () => {
  const name = 'sort-socks' as ShownJob['name']
  await open({
    job: { ...JOB, name, standing: 'paused', pausedAt: JOB.nextAt },
    letters: [{ ...LETTER, job: 'wash-socks' as DeadLetter['job'] }],
  })
  expect(screen.getByRole('row', { name: /sort-socks/ })).toBeTruthy()
  expect(await screen.findByRole('row', { name: /wash-socks/ })).toBeTruthy()
})
