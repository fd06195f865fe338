import '#web/ui/jsdom-gaps.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ScreeningSettings } from '#contract/screening.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { SettingsCard } from './settings-card.tsx'

const SETTINGS: ScreeningSettings = { version: 3, possibleFrom: 0.8, maxAgeDays: 14, change: null }

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(isSuperAdmin: boolean) {
  queryClient.setQueryData(sessionQuery.queryKey, {
    isAuthenticated: true,
    user: { is_super_admin: isSuperAdmin },
  } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <SettingsCard settings={SETTINGS} />
    </QueryClientProvider>,
  )
}

test('administrators read the settings, and who may change them', () => {
  show(false)
  expect(screen.getByText('80% alike')).toBeTruthy()
  expect(screen.getByText('14 days')).toBeTruthy()
  expect(screen.getByText('Never')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('what was refused stands beside its field, and what was typed stays', async () => {
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
