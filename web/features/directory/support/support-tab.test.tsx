import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountChange, SupportView } from '#contract/directory/support.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { signInStaff } from '#web/lib/testing.ts'
import { SupportTab } from './support-tab.tsx'

const VIEW: SupportView = {
  suspension: null,
  maySuspend: true,
  mayPropose: true,
  email: {
    address: 'ada@people.example',
    confirmedAt: null,
    formerAddress: null,
    signInAddress: 'ada@people.example',
    signInConfirmed: true,
    linkUntil: null,
  },
  cases: [
    {
      kind: 'consumer',
      state: 'awaiting_second_approval',
      round: 2,
      submittedAt: '2026-03-10T09:00:00.000Z',
      answerBy: '2026-03-12T09:00:00.000Z',
      decidedAt: null,
    },
  ],
  mails: [
    {
      id: 1,
      subject: 'Confirm your email',
      to: 'ada@people.example',
      status: 'failed',
      at: '2026-03-10T09:00:00.000Z',
      sentAt: null,
      error: 'Mailbox full',
    },
  ],
  failedSignIns: [
    { id: 7, at: '2026-03-10T08:00:00.000Z', problem: 'password', device: 'Firefox on Windows' },
  ],
  changes: [],
  documents: [
    { id: 'doc-1', slot: 'proof-of-address', uploadedAt: '2026-03-09T09:00:00.000Z', isFormer: false },
  ],
}
const CHANGE: AccountChange = {
  id: 3,
  userId: 5,
  person: 'Ada Lovelace',
  field: 'name',
  state: 'open',
  before: 'Ada Lovelace',
  after: 'Ada King',
  reason: 'Married',
  evidence: 'Certificate seen',
  documentId: null,
  documentKind: null,
  proposedBy: 'Grace Hopper',
  proposedAt: '2026-03-10T09:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  note: null,
  mayConfirm: true,
  mayDecline: true,
}

type Sent = { path: string; body: unknown }

beforeEach(() => signInStaff('admin'))
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Renders the tab with a server that answers each change with the next of these; requests are in `sent`. */
async function show(view: Partial<SupportView>, ...answers: (() => Response | Promise<Response>)[]) {
  const sent: Sent[] = []
  const support = { ...VIEW, ...view }
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json({ support })
    sent.push({ path, body: JSON.parse(String(body)) })
    return (answers.shift() ?? (() => Response.json({ success: true, support })))()
  })
  render(
    <QueryClientProvider client={queryClient}>
      <SupportTab userId={5} name="Ada Lovelace" />
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: 'Access' })
  return { person: userEvent.setup(), sent }
}

const button = (name: string) => screen.getByRole('button', { name })
const refusal = (message: string, fields: Record<string, string> = {}) =>
  Response.json({ error: 'VALIDATION_ERROR', message, fields, requestId: 'r' }, { status: 400 })

it('shows the standing as every list does, and what became of each mail', async () => {
  await show({ maySuspend: false })
  expect(
    screen.getByText(
      'Under Review (second approval), round 2. Sent Mar 10, 2026, 09:00 GMT. Answer promised by Mar 12, 2026, 09:00 GMT.',
    ),
  ).toBeTruthy()
  const mails = within(screen.getByRole('region', { name: 'Emails' }))
  expect(mails.getByText('Not delivered')).toBeTruthy()
  const failed = within(screen.getByRole('region', { name: 'Failed sign-ins' }))
  expect(failed.getByText('wrong password')).toBeTruthy()
  expect(failed.getByText('Mar 10, 2026, 08:00 GMT, Firefox on Windows')).toBeTruthy()
  expect(mails.getByText(/Mailbox full/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Suspend account' })).toBeNull()
})

it('says when an application was sent back, and that there is none, nor an email', async () => {
  const returned = {
    kind: 'business',
    state: 'needs_resubmission',
    round: 1,
    submittedAt: '2026-03-10T09:00:00.000Z',
    answerBy: null,
    decidedAt: '2026-03-11T10:30:00.000Z',
  } as const
  await show({ cases: [returned] })
  expect(
    screen.getByText(
      'Action Required, round 1. Sent Mar 10, 2026, 09:00 GMT. Sent back Mar 11, 2026, 10:30 GMT.',
    ),
  ).toBeTruthy()
  cleanup()
  queryClient.clear()
  await show({ cases: [], mails: [] })
  expect(screen.getByText('Not Started')).toBeTruthy()
  expect(screen.getByText('No emails yet.')).toBeTruthy()
})

it('suspends with a reason, once, and shows by whom and why', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { person, sent } = await show({}, () => promise)
  await person.click(button('Suspend account'))
  const dialog = within(screen.getByRole('dialog', { name: 'Suspend account?' }))
  await person.click(dialog.getByRole('button', { name: 'Suspend account' }))
  expect(dialog.getByText('Write the reason')).toBeTruthy()
  expect(sent).toEqual([])
  await person.type(dialog.getByRole('textbox'), 'Fraud report')
  await person.dblClick(dialog.getByRole('button', { name: 'Suspend account' }))
  const suspension = { at: '2026-03-10T09:00:00.000Z', by: 'Grace Hopper', reason: 'Fraud report' }
  resolve(Response.json({ success: true, support: { ...VIEW, suspension } }))
  await screen.findByText('By Grace Hopper: Fraud report')
  expect(button('Restore account')).toBeTruthy()
  expect(sent).toEqual([{ path: '/api/admin/users/5/suspension', body: { reason: 'Fraud report' } }])
})

it('proposes a change once, and shows what is wrong at its field without losing what was typed', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { person, sent } = await show(
    {},
    () => refusal('Check the form', { evidence: 'Say what proves it' }),
    () => promise,
  )
  await person.click(button('Propose a change'))
  const dialog = within(screen.getByRole('dialog'))
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  await person.selectOptions(dialog.getByRole('combobox', { name: 'What changes' }), 'email')
  await person.type(field('Email address'), 'king@people.example')
  await person.type(field('Reason'), 'Asked by phone')
  await person.click(dialog.getByRole('button', { name: 'Propose' }))
  await waitFor(() => expect(field('Evidence').getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getByText('Say what proves it')).toBeTruthy()
  expect(document.activeElement).toBe(field('Evidence'))
  expect(field('Email address').value).toBe('king@people.example')
  await person.type(field('Evidence'), 'Called back')
  await person.selectOptions(
    dialog.getByRole('combobox', { name: /^Document/ }),
    'Proof of address, Mar 9, 2026',
  )
  await person.dblClick(dialog.getByRole('button', { name: 'Propose' }))
  resolve(Response.json({ success: true, support: { ...VIEW, changes: [CHANGE] } }))
  await screen.findByRole('article', { name: 'Ada Lovelace: Name' })
  expect(sent.map(({ path }) => path)).toEqual(Array(2).fill('/api/admin/users/5/changes'))
  expect(sent[1]?.body).toEqual({
    field: 'email',
    email: 'king@people.example',
    reason: 'Asked by phone',
    evidence: 'Called back',
    documentId: 'doc-1',
  })
})

it('lets a second person confirm a change once, and its proposer only cancel it', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { person, sent } = await show(
    { changes: [CHANGE, { ...CHANGE, id: 4, field: 'phone', mayConfirm: false }] },
    () => promise,
  )
  const of = (name: string) => within(screen.getByRole('article', { name }))
  expect(of('Ada Lovelace: Phone number').queryByRole('button', { name: 'Confirm' })).toBeNull()
  expect(of('Ada Lovelace: Phone number').getByRole('button', { name: 'Cancel proposal' })).toBeTruthy()
  await person.dblClick(of('Ada Lovelace: Name').getByRole('button', { name: 'Confirm' }))
  resolve(Response.json({ success: true, change: { ...CHANGE, state: 'confirmed' } }))
  await waitFor(() => expect(sent).toEqual([{ path: '/api/admin/changes/3/confirm', body: {} }]))
  // Not on the next change's button: a second Enter would answer that one.
  await waitFor(() => expect(document.activeElement?.tagName).toBe('UL'))
})

it('offers the sign-in that a confirmation waits for in another window', async () => {
  const { person } = await show({ changes: [CHANGE] }, () =>
    Response.json({ error: 'REAUTH_REQUIRED', message: 'Sign in again.' }, { status: 403 }),
  )
  await person.click(button('Confirm'))
  const change = within(screen.getByRole('article', { name: 'Ada Lovelace: Name' }))
  expect(await change.findByRole('link', { name: 'Sign in again' })).toBeTruthy()
  expect(change.getByRole('button', { name: 'Confirm' })).toBeTruthy()
})

it('sends the confirmation again once, however often its button is clicked', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { person, sent } = await show({}, () => promise)
  await person.dblClick(button('Send confirmation again'))
  const email = { ...VIEW.email, linkUntil: '2026-03-11T09:00:00.000Z' }
  resolve(Response.json({ success: true, support: { ...VIEW, email } }))
  await screen.findByText('Link works until')
  expect(sent).toEqual([{ path: '/api/admin/users/5/confirmation-mail', body: {} }])
})
