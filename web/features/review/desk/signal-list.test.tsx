import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LinkedSignal } from '#contract/documents/readings.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import type { DocumentedCase } from '../selected-document.ts'
import { SignalList } from './signal-list.tsx'

const DOCUMENT = '5f0c1f0e-4f0f-4d8a-9d2b-0d7e3b1c7a10'
const CASE = {
  kind: 'consumer',
  items: [{ document: { id: DOCUMENT }, formerDocuments: [] }],
} as unknown as DocumentedCase

const SAME_NUMBER: LinkedSignal = {
  name: 'same_number',
  version: 1,
  look: 'look_closer',
  title: 'Same number elsewhere',
  reading: 'In 3 other cases',
  explanation: 'Someone may have renewed an account.',
  at: '2026-11-22T09:14:00.000Z',
  cases: [{ userId: 8, name: 'Ada Lovelace', kind: 'consumer', slot: 'id-front' }],
  moreCases: 2,
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(state: 'waiting' | 'read', signals: LinkedSignal[]) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ readings: [{ documentId: DOCUMENT, state, values: [], signals }] }),
  )
  signInStaff('reviewer')
  renderRouted(() => <SignalList userId={7} reviewCase={CASE} documentId={DOCUMENT} />)
}

test('a document that no machine has read yet says so', async () => {
  show('waiting', [])
  expect(await screen.findByText(/^Not read yet\./)).toBeVisible()
})

test('a signal names its cases, and says how many more there are', async () => {
  show('read', [SAME_NUMBER])
  const signal = within(await screen.findByRole('listitem'))
  expect(signal.getByRole('link', { name: /^Ada Lovelace/ })).toHaveAttribute(
    'href',
    '/admin/users/8/desk?kind=consumer&line=id-front',
  )
  expect(signal.getByText('and 2 more')).toBeVisible()
  expect(signal.getByText('Nov 22, 2026, 09:14 GMT, rule version 1')).toBeVisible()
  expect(screen.queryByText(/^Not read yet/)).toBeNull()
})
