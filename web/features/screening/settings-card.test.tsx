import '#web/ui/jsdom-gaps.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ScreeningSettings } from '#contract/screening/screening.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { signInStaff, stubOtherWindows } from '#web/lib/testing.ts'
import { SettingsCard } from './settings-card.tsx'

const SETTINGS: ScreeningSettings = { version: 3, possibleFrom: 0.8, maxAgeDays: 14, change: null }

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(isSuperAdmin: boolean) {
  stubOtherWindows()
  signInStaff(isSuperAdmin ? 'super_admin' : 'admin')
  const card = (settings: ScreeningSettings) => (
    <QueryClientProvider client={queryClient}>
      <SettingsCard settings={settings} />
    </QueryClientProvider>
  )
  const { rerender } = render(card(SETTINGS))
  return (settings: ScreeningSettings) => rerender(card(settings))
}

test('administrators read the settings, and who may change them', () => {
  show(false)
  expect(screen.getByText('80% alike')).toBeTruthy()
  expect(screen.getByText('14 days')).toBeTruthy()
  expect(screen.getByText('Never')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a refusal is shown at its field, and what was typed stays', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    const fields = { possibleFrom: 'Enter 70% or more', reason: 'Say why you’re changing this' }
    return Response.json({ error: 'VALIDATION_ERROR', message: 'Enter 70% or more', fields }, { status: 400 })
  })
  show(true)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^Change/ }))
  const bar = screen.getByLabelText<HTMLInputElement>('Ask about pairs from (% alike)')
  await user.clear(bar)
  await user.type(bar, '60 %')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter 70% or more')
  expect(screen.getByText('Say why you’re changing this')).toBeTruthy()
  expect(bar.value).toBe('60 %')
  expect(sent).toEqual([{ version: 3, possibleFrom: 0.6, maxAgeDays: 14, reason: '' }])
})

test('a change by someone else is shown, and is only replaced after that', async () => {
  const sent: { version: number }[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    const message = 'Someone else changed these settings meanwhile.'
    return sent.length === 1
      ? Response.json({ error: 'STALE_VERSION', message }, { status: 409 })
      : Response.json({ success: true, settings: SETTINGS })
  })
  const reread = show(true)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^Change/ }))
  await user.type(screen.getByLabelText('Reason'), 'Our risk appetite')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^Someone else changed these settings meanwhile\./)
  reread({ ...SETTINGS, version: 4, possibleFrom: 0.85, maxAgeDays: 1 })
  expect(screen.getByText(/Now they say: from 85% alike, out of date after 1 day\./)).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Our risk appetite')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(({ version }) => version)).toEqual([3, 4])
})

test('a sign-in that is too old is renewed from the dialog, and what was typed stays', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'REAUTH_REQUIRED', message: 'Sign in again' }, { status: 403 }),
  )
  show(true)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^Change/ }))
  await user.type(screen.getByLabelText('Reason'), 'Our risk appetite')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('link', { name: 'Sign in again' })
  expect(screen.queryByText('Nothing was changed')).toBeNull()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Our risk appetite')
})

test('both levels are sent as they were typed, and shown with who changed them and why', async () => {
  const sent: { possibleFrom: unknown; maxAgeDays: unknown }[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({ success: true, settings: SETTINGS })
  })
  const reread = show(true)
  const user = userEvent.setup()
  const change = async (bar: string, days: string) => {
    await user.click(screen.getByRole('button', { name: /^Change/ }))
    for (const [label, text] of [
      ['Ask about pairs from (% alike)', bar],
      ['A list is out of date after (days)', days],
    ] as const) {
      await user.clear(screen.getByLabelText(label))
      await user.type(screen.getByLabelText(label), text)
    }
    await user.type(screen.getByLabelText('Reason'), 'Our risk appetite')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await change('85', '7')
  expect(sent.at(-1)).toEqual({ version: 3, possibleFrom: 0.85, maxAgeDays: 7, reason: 'Our risk appetite' })
  // Text that isn't a number is sent as none, for the server to refuse, never as zero.
  await change('as before', 'a week')
  expect(sent.at(-1)).toMatchObject({ possibleFrom: null, maxAgeDays: null })
  reread({
    version: 4,
    possibleFrom: 0.85,
    maxAgeDays: 7,
    change: { at: '2026-03-19T10:00:00.000Z', by: 'Sam Okafor', reason: 'Our risk appetite' },
  })
  expect(screen.getByText('85% alike')).toBeTruthy()
  expect(screen.getByText('7 days')).toBeTruthy()
  expect(screen.getByText(/by Sam Okafor: Our risk appetite/)).toBeTruthy()
})
