import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { fakeServer, reviewCase, reviewItem, storedDocument } from '#web/shared/directory/testing.ts'
import { DecisionForm } from './decision-form.tsx'
import type { VerdictDraftsState } from './use-verdict-drafts.ts'
import { evidenceOf, type VerdictDrafts, withoutSent } from './verdict-drafts.ts'

const DECIDE = 'POST /api/admin/users/5/kyc-decision'
const SAVE = 'PUT /api/admin/users/5/kyc-verdicts'

function Form({ given }: { given: ReviewCase }) {
  const [drafts, setDrafts] = useState<VerdictDrafts>({})
  const state: VerdictDraftsState = {
    drafts,
    set: (item, draft) =>
      setDrafts((current) => ({ ...current, [item.item]: { ...draft, evidence: evidenceOf(item) } })),
    forget: (sent) => setDrafts((current) => withoutSent(current, sent)),
  }
  return (
    <QueryClientProvider client={queryClient}>
      <DecisionForm userId={5} reviewCase={given} state={state} />
    </QueryClientProvider>
  )
}

function show() {
  const given = reviewCase([reviewItem('name', 'Name'), reviewItem('selfie', 'Selfie')])
  const { rerender } = render(<Form given={given} />)
  const reload = (next: ReviewCase) => rerender(<Form given={next} />)
  return {
    given,
    reload,
    user: userEvent.setup(),
    item: (name: string) => within(screen.getByRole('group', { name })),
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('the decision on a case', () => {
  it('waits until every item is decided', async () => {
    const { user, item } = show()
    expect(screen.getByRole('button', { name: 'Decide' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(item('Name').getByRole('radio', { name: 'Accept' }))
    expect(screen.getByText(/1 of 2 items decided, not saved yet/)).toBeTruthy()
    await user.click(item('Selfie').getByRole('radio', { name: 'Accept' }))
    expect(screen.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('lets an item be accepted only once what comes before is done, and says what that is', async () => {
    const { given, reload, user, item } = show()
    const [name, selfie] = given.items
    if (!name || !selfie) throw new Error('The case has two items')
    reload({
      ...given,
      items: [name, { ...selfie, beforeAccept: ['Open Selfie Verification in the viewer.'] }],
    })
    const accept = () => item('Selfie').getByRole<HTMLInputElement>('radio', { name: 'Accept' })
    expect(accept().disabled).toBe(true)
    expect(item('Selfie').getByText('Open Selfie Verification in the viewer.')).toBeTruthy()
    await user.click(item('Selfie').getByRole('radio', { name: 'Ask again' }))
    reload(given)
    expect(accept().disabled).toBe(false)
  })

  it('sends every item with the version that was read, after a confirmation', async () => {
    const { given, user, item } = show()
    const calls = fakeServer({ [DECIDE]: { body: { success: true, case: { ...given, version: 4 } } } })
    await user.click(item('Name').getByRole('radio', { name: 'Accept' }))
    await user.click(item('Selfie').getByRole('radio', { name: 'Ask again' }))
    await user.click(item('Selfie').getByRole('checkbox', { name: 'Other (write what is wrong)' }))
    await user.type(
      item('Selfie').getByRole('textbox', { name: /Text for the applicant/ }),
      'Take off the hat',
    )
    await user.click(screen.getByRole('button', { name: 'Send back 1 item' }))
    expect(calls).toEqual([])
    const dialog = within(screen.getByRole('dialog', { name: 'Send back 1 item?' }))
    await user.click(dialog.getByRole('button', { name: 'Send back 1 item' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toEqual({
      kind: 'consumer',
      version: 3,
      items: [
        { item: 'name', decision: 'accepted', reasons: [], applicantText: null, internalNote: null },
        {
          item: 'selfie',
          decision: 'retry',
          reasons: ['OTHER'],
          applicantText: 'Take off the hat',
          internalNote: null,
        },
      ],
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('of a company is made on its parts and named as such', async () => {
    const user = userEvent.setup()
    const given = reviewCase([reviewItem('owner:o1', 'Beneficial owner: Ada Fern')], { kind: 'business' })
    render(<Form given={given} />)
    const calls = fakeServer({ [SAVE]: { body: { success: true, case: { ...given, version: 4 } } } })
    const owner = within(screen.getByRole('group', { name: 'Beneficial owner: Ada Fern' }))
    await user.click(owner.getByRole('radio', { name: 'Ask again' }))
    expect(owner.queryByRole('checkbox', { name: 'Face not clear' })).toBeNull()
    await user.click(owner.getByRole('checkbox', { name: 'Ownership unclear' }))
    await user.click(screen.getByRole('button', { name: 'Save review' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({
      kind: 'business',
      items: [{ item: 'owner:o1', decision: 'retry', reasons: ['OWNERSHIP_UNCLEAR'] }],
    })
  })

  it('asks for a reason before an item is sent back', async () => {
    const { user, item } = show()
    await user.click(item('Name').getByRole('radio', { name: 'Accept' }))
    await user.click(item('Selfie').getByRole('radio', { name: 'Ask again' }))
    await user.click(screen.getByRole('button', { name: 'Send back 1 item' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(item('Selfie').getByText('Choose at least one reason')).toBeTruthy()
  })

  it('rejects only after a second yes', async () => {
    const { given, user, item } = show()
    const calls = fakeServer({ [DECIDE]: { body: { success: true, case: given } } })
    await user.click(item('Selfie').getByRole('radio', { name: 'Reject' }))
    await user.click(item('Selfie').getByRole('checkbox', { name: 'Sanctions' }))
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(dialog.getByText('Tick this to reject the verification')).toBeTruthy()
    expect(calls).toEqual([])
    await user.click(dialog.getByRole('checkbox'))
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(calls).toHaveLength(1))
  })

  it('keeps what was typed when someone else was faster, and says who and when', async () => {
    const { user, item } = show()
    const conflict = { version: 4, decidedBy: 'Priya Raman', decidedAt: '2025-11-20T10:00:00Z' }
    const body = { error: 'STALE_VERSION', message: 'The case has changed.', requestId: 'r1', conflict }
    fakeServer({ [SAVE]: { status: 409, body } })
    await user.click(item('Selfie').getByRole('radio', { name: 'Ask again' }))
    await user.click(item('Selfie').getByRole('checkbox', { name: 'Other (write what is wrong)' }))
    await user.type(item('Selfie').getByRole('textbox', { name: /Text for the applicant/ }), 'Hat')
    await user.click(screen.getByRole('button', { name: 'Save review' }))
    expect(await screen.findByText(/Priya Raman changed this case on Nov 20, 2025/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Reload the case' }))
    expect(screen.queryByText(/changed this case/)).toBeNull()
    const text = item('Selfie').getByRole<HTMLTextAreaElement>('textbox', { name: /Text for the applicant/ })
    expect(text.value).toBe('Hat')
  })

  it('drops an unsaved word on a file that was replaced since, and says so', async () => {
    const { given, reload, user, item } = show()
    await user.click(item('Selfie').getByRole('radio', { name: 'Accept' }))
    const [name, selfie] = given.items
    if (!name || !selfie) throw new Error('The case has two items')
    reload({ ...given, version: 4, items: [name, { ...selfie, document: storedDocument('another') }] })
    expect(item('Selfie').getByRole<HTMLInputElement>('radio', { name: 'Accept' }).checked).toBe(false)
    const note = 'The evidence has changed since your unsaved decision'
    expect(item('Selfie').getByText(note)).toBeTruthy()
    expect(screen.getByText(/0 of 2 items decided\./)).toBeTruthy()
    await user.click(item('Selfie').getByRole('radio', { name: 'Accept' }))
    expect(item('Selfie').queryByText(note)).toBeNull()
    expect(screen.getByText(/1 of 2 items decided, not saved yet/)).toBeTruthy()
  })

  it('keeps what is typed while the review is being saved', async () => {
    const { given, user, item } = show()
    const answer = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => answer.promise)
    await user.click(item('Name').getByRole('radio', { name: 'Accept' }))
    await user.click(screen.getByRole('button', { name: 'Save review' }))
    await user.click(item('Selfie').getByRole('radio', { name: 'Accept' }))
    answer.resolve(Response.json({ success: true, case: { ...given, version: 4 } }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save review' }).getAttribute('aria-busy')).not.toBe('true'),
    )
    expect(item('Selfie').getByRole<HTMLInputElement>('radio', { name: 'Accept' }).checked).toBe(true)
    expect(item('Name').getByRole<HTMLInputElement>('radio', { name: 'Accept' }).checked).toBe(false)
  })

  it('is sent once, and the case is read again when the answer was lost', async () => {
    const { user, item } = show()
    const fetched = vi.fn(async () => {
      throw new TypeError('Failed to fetch')
    })
    vi.stubGlobal('fetch', fetched)
    const reread = vi.spyOn(queryClient, 'invalidateQueries')
    await user.click(item('Name').getByRole('radio', { name: 'Accept' }))
    await user.click(screen.getByRole('button', { name: 'Save review' }))
    expect(await screen.findByText(/We can’t reach the server/)).toBeTruthy()
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(reread).toHaveBeenCalledWith({ queryKey: ['GET /api/admin/users/:id/kyc-case'] })
    reread.mockRestore()
  })
})
