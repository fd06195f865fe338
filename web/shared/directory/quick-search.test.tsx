import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FoundPerson } from '#contract/directory/search.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted, signInStaff } from '#web/lib/testing.ts'
import { useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { QuickSearch } from './quick-search.tsx'

const person = (id: number, name: string, changes: Partial<FoundPerson> = {}): FoundPerson => ({
  id,
  name,
  email: `${name.toLowerCase()}@people.example`,
  email_confirmed: true,
  case_id: null,
  state: 'approved',
  is_erased: false,
  ...changes,
})
const answer = (changes: object = {}) =>
  Response.json({ people: [], companies: [], invoices: [], isNear: false, ...changes })

let asked: string[]
beforeEach(() => {
  asked = []
  signInStaff('admin')
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
})

const accept = vi.fn()

function Header() {
  useShortcuts([{ key: 'a', label: 'Accept, and go to the next open line', run: accept }])
  const pages = [
    { id: 'queue', label: 'Review queue' },
    { id: 'dashboard', label: 'Users' },
  ] as const
  return <QuickSearch pages={pages} />
}

/** Renders the page with the search; `reply` answers each request. */
async function opened(reply: (q: string) => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (input: string | Request) => {
    const url = new URL(typeof input === 'string' ? input : input.url, 'http://localhost')
    if (url.pathname === '/api/health/live') return new Response()
    const q = url.searchParams.get('q') ?? ''
    asked.push(q)
    return reply(q)
  })
  const { history } = renderRouted(Header)
  await screen.findByRole('button', { name: 'Find a person, company or invoice' })
  await userEvent.keyboard('/')
  return { field: await screen.findByRole('combobox'), history }
}

it('opens with its key and the field focused, and Enter opens what the arrows chose', async () => {
  const { field, history } = await opened(() =>
    answer({
      people: [person(7, 'Ana'), person(8, 'Anabel')],
      companies: [{ kind: 'client', id: 3, name: 'Anaba Ltd', number: null, case_id: null, state: null }],
    }),
  )
  expect(field).toHaveFocus()
  await userEvent.type(field, 'ana')
  const people = await screen.findByRole('group', { name: 'People' })
  expect(within(people).getAllByRole('option')).toHaveLength(2)
  expect(asked).toEqual(['ana'])
  const chosen = () => screen.getByRole('option', { selected: true }).textContent
  expect(chosen()).toContain('Ana')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(chosen()).toContain('Anaba Ltd')
  expect(field).toHaveAttribute('aria-activedescendant', 'client-3')
  await userEvent.keyboard('{Enter}')
  expect(history.location.pathname).toBe('/admin/clients/3')
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
})

it('shows the number of a case, and an address that its person has not proven', async () => {
  const { field } = await opened(() =>
    answer({
      people: [
        person(7, 'Ana', { case_id: 10_482 }),
        person(8, 'Bea', { email_confirmed: false }),
        person(9, 'Cleo', { name: null, email: 'cleo@people.example', email_confirmed: false }),
      ],
      companies: [{ kind: 'company', id: 7, name: 'Fern Ltd', number: '1234', case_id: 10_483, state: null }],
    }),
  )
  await userEvent.type(field, 'VC-10482')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('ana@people.example · ID 7 · VC-10482'),
    expect.stringContaining('bea@people.example · unconfirmed · ID 8'),
    expect.stringContaining('cleo@people.exampleunconfirmed · ID 9'),
    expect.stringContaining('1234 · VC-10483'),
  ])
})

it('returns the focus to where it was', async () => {
  await opened(() => answer())
  const button = screen.getByRole('button', { name: 'Find a person, company or invoice', hidden: true })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  button.focus()
  await userEvent.keyboard('/')
  expect(await screen.findByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
})

it('says if nothing was found, if the spelling is only similar, and if it failed', async () => {
  let isDown = true
  const { field } = await opened((q) => {
    if (q === 'down' && isDown) return Response.json({ error: 'X', message: 'Not now' }, { status: 400 })
    return q === 'smtih' ? answer({ people: [person(1, 'Smith')], isNear: true }) : answer()
  })
  await userEvent.type(field, 'zzz')
  expect(await screen.findByText('Nothing you have access to matches “zzz”.')).toBeInTheDocument()
  await userEvent.clear(field)
  await userEvent.type(field, 'smtih')
  expect(await screen.findByText('Nothing matches “smtih” exactly. Similar spellings:')).toBeInTheDocument()
  await userEvent.clear(field)
  await userEvent.type(field, 'down')
  expect(await screen.findByText('Not now')).toBeInTheDocument()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing you have access to matches “down”.')).toBeInTheDocument()
})

it('offers the pages, and the page’s shortcuts, even while someone types', async () => {
  const { field, history } = await opened(() => answer())
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options()).toEqual(['Review queue', 'Users', 'Accept, and go to the next open lineA'])
  expect(screen.queryByRole('option', { selected: true })).toBeNull()
  await userEvent.keyboard('{Enter}')
  expect(accept).not.toHaveBeenCalled()
  await userEvent.type(field, 'accept')
  await screen.findByText('Nothing you have access to matches “accept”.')
  expect(options()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(accept).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()

  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox'), 'queue')
  await screen.findByText('Nothing you have access to matches “queue”.')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(history.location.pathname).toBe('/admin/queue'))
})

it('ignores its key if shortcuts are off; the button remains', async () => {
  localStorage.setItem('single_key_shortcuts', 'off')
  const opening = opened(() => answer())
  await screen.findByRole('button', { name: 'Find a person, company or invoice' })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Find a person, company or invoice' }))
  await opening
})

it('says if it only shows some of the results, and links to all of them', async () => {
  const { field, history } = await opened((q) =>
    answer({ people: Array.from({ length: q === 'ana' ? 6 : 5 }, (_, id) => person(id + 1, `Ana${id}`)) }),
  )
  await userEvent.type(field, 'anab')
  await screen.findByText(/^5 found/)
  expect(screen.queryByRole('option', { name: /^All users/ })).toBeNull()
  await userEvent.type(field, '{Backspace}')
  await screen.findByText(/^Showing the closest 6/)
  await userEvent.click(screen.getByRole('option', { name: 'All users with “ana”' }))
  expect(history.location.href).toBe('/admin/dashboard?q=ana')
})

it('promises no invoices to those who may not read them', async () => {
  signInStaff('support')
  renderRouted(Header)
  expect(await screen.findByRole('button', { name: 'Find a person or company' })).toBeInTheDocument()
})

it('finds clients and invoices for those whose work they are', async () => {
  signInStaff('finance')
  vi.stubGlobal('fetch', async () => answer())
  renderRouted(Header)
  await userEvent.click(await screen.findByRole('button', { name: 'Find a client or invoice' }))
  expect(await screen.findByRole('dialog', { name: 'Find a client or invoice' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Name or number' })).toBeVisible()
})
