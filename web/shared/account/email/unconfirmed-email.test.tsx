import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { SystemEmail, UnconfirmedEmail } from './unconfirmed-email.tsx'

const PROFILE = {
  email: 'ada@people.example',
  email_confirmed: true,
  mail_address: 'ada@people.example',
  email_bounced_at: null as string | null,
}

function show(profile: typeof PROFILE) {
  return render(
    <QueryClientProvider client={queryClient}>
      <SystemEmail profile={profile} />
      <UnconfirmedEmail profile={profile} />
    </QueryClientProvider>,
  )
}

it('says nothing about a confirmed address that accepts mail', () => {
  show(PROFILE)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText('Email bounced')).toBeNull()
})

it('says what to do about a confirmed address where mail bounced', () => {
  show({ ...PROFILE, email_bounced_at: '2026-03-10T10:00:00.000Z' })
  expect(screen.getByText('Our email to you bounced')).toBeVisible()
  expect(screen.getByText('Email bounced')).toBeVisible()
  expect(screen.getByText(/change it in your profile/)).toHaveTextContent('Mar 10, 2026')
  expect(screen.getByRole('button', { name: 'Send a link to this address' })).toBeEnabled()
})
