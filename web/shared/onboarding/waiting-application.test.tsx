import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sessionQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { WaitingApplication } from './waiting-application.tsx'

function show(isConfirmed: boolean) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const user = { email: 'ann@people.example', email_verified: isConfirmed }
  client.setQueryData(sessionQuery.queryKey, {
    ...{ isAuthenticated: true, user, applicant: null, waitingApplication: true },
  } as never)
  renderRouted(() => <WaitingApplication />, { client })
}

it('asks to confirm the email while it isn’t confirmed', async () => {
  show(false)
  expect(await screen.findByText(/confirm your email and it moves to your account/)).toBeTruthy()
})

it('asks for the email it was started with once the own one is confirmed', async () => {
  show(true)
  const link = await screen.findByRole('link', { name: 'Sign in with that email' })
  expect(link.getAttribute('href')).toContain('reauth=1')
  expect(screen.queryByText(/confirm your email/)).toBeNull()
})
