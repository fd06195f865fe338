import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { currentToasts } from '#web/ui/toast.ts'
import { EmailDialog } from './email-dialog.tsx'
import { needsEmailQuery } from './queries.ts'

type Answer = [status: number, body: object] | 'unreachable'

const DEFAULTS = queryClient.getDefaultOptions()
let sent: unknown[]

beforeEach(() => {
  sent = []
  queryClient.setDefaultOptions({ ...DEFAULTS, mutations: { retry: false } })
  queryClient.setQueryData(needsEmailQuery.queryKey, { needsEmail: true })
})
afterEach(() => {
  queryClient.setDefaultOptions(DEFAULTS)
  vi.unstubAllGlobals()
})

function show(answer: Answer = [200, { success: true, email: 'ada@people.example', confirmed: false }]) {
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    return Response.json(answer[1], { status: answer[0] })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <EmailDialog />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const toasts = () => currentToasts().map(({ title }) => title)
const field = () => screen.getByLabelText('Email')
const save = () => screen.getByRole('button', { name: 'Save email' })
const problem = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent

describe('the email dialog', () => {
  it('stays open, and says why if someone tries to leave it', async () => {
    const user = show()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'What is your email?' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    expect(toasts()).toEqual(['Email Required'])
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy()
  })

  it('accepts no empty address, and says so both times', async () => {
    const user = show()
    await user.click(save())
    expect(toasts()).toEqual(['Email Required'])
    expect(problem()).toContain('Please enter a valid email address')
    expect(document.activeElement).toBe(field())
    expect(sent).toEqual([])
  })

  it.each(['ada', 'ada@people', 'ada @people.example', 'ada@people .example', '@people.example', 'ada@.'])(
    'refuses %j at its field',
    async (email) => {
      const user = show()
      await user.type(field(), email)
      await user.click(save())
      expect(problem()).toContain('Please enter a valid email address')
      expect(toasts()).toEqual([])
      expect(sent).toEqual([])
    },
  )

  it('saves an address, says so, and is closed', async () => {
    const user = show()
    await user.type(field(), '  ada@people.example ')
    await user.click(save())
    await waitFor(() => expect(toasts()).toEqual(['Email updated']))
    expect(sent).toEqual([{ email: 'ada@people.example' }])
    expect(queryClient.getQueryData(needsEmailQuery.queryKey)).toEqual({ needsEmail: false })
    expect(currentToasts()[0]?.description).toBe('Follow the link we mailed to ada@people.example.')
  })

  it.each<[Answer, string, string[]]>([
    [
      [409, { error: 'DUPLICATE_ENTRY', message: 'This email is already in use by another account' }],
      'This email is already in use by another account',
      [],
    ],
    [[429, { error: 'RATE_LIMITED', message: 'Try again in an hour.' }], 'Try again in an hour.', []],
    [[500, { message: '' }], 'Failed to update email', []],
    [
      'unreachable',
      'Failed to update email. Please try again.',
      ['Failed to connect to the server. Please try again.'],
    ],
  ])('%j keeps what was typed, and says what happened', async (answer, text, told) => {
    const user = show(answer)
    await user.type(field(), 'ada@people.example')
    await user.click(save())
    await waitFor(() => expect(problem()).toContain(text))
    expect((field() as HTMLInputElement).value).toBe('ada@people.example')
    expect(toasts()).toEqual(told)
    expect(queryClient.getQueryData(needsEmailQuery.queryKey)).toEqual({ needsEmail: true })
  })
})
