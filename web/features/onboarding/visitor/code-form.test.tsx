import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { CodeForm } from './code-form.tsx'
import { sentCodeQuery } from './queries.ts'

const APPLICANT = {
  id: 7,
  auth0_id: 'applicant|7',
  email: 'ada@people.example',
  kind: 'business',
  expiresAt: '2026-12-05',
}
const sentAgo = (seconds: number) => ({
  email: 'ada@people.example',
  resendAt: new Date(Date.now() + (60 - seconds) * 1000).toISOString(),
  expiresAt: new Date(Date.now() + (900 - seconds) * 1000).toISOString(),
})

/** Renders the form with a server that gives this answer to the code. */
async function show(answer: () => Response, { seconds = 0, returnTo = '' } = {}) {
  const tried: unknown[] = []
  const change = vi.fn()
  const awaited: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/onboarding/email/prove') {
      tried.push(JSON.parse(String(init?.body)).code)
      return answer()
    }
    if (url === '/api/onboarding/email/code') return Response.json({ success: true, code: sentAgo(0) })
    return Response.json({ error: 'UNAVAILABLE', message: 'Not now.' }, { status: 500 })
  })
  renderRouted(
    {
      '/email-collection': () => {
        const [isKnown, setKnown] = useState(false)
        return (
          <CodeForm
            sent={sentAgo(seconds)}
            returnTo={returnTo}
            isKnown={isKnown}
            onKnown={setKnown}
            onChangeAddress={change}
          />
        )
      },
      '/onboarding/business': () => {
        awaited.push(queryClient.getQueryData(sentCodeQuery.queryKey))
        return <h1>The company</h1>
      },
    },
    { at: '/email-collection' },
  )
  return { tried, change, awaited, field: await screen.findByLabelText<HTMLInputElement>('6-digit code') }
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }))

beforeEach(() => localStorage.clear())
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('accepts a pasted code, and opens the application of its kind', async () => {
  queryClient.setQueryData(['GET /api/onboarding/business/draft'], { draft: 'of another visitor' })
  localStorage.setItem('onboarding_email', 'former@people.example')
  localStorage.setItem('onboarding_user_id', '3')
  const { tried, field } = await show(() => Response.json({ success: true, applicant: APPLICANT }))
  expect(document.activeElement).toBe(field)
  expect(field.inputMode).toBe('numeric')
  expect(field.autocomplete).toBe('one-time-code')
  await userEvent.paste('Your code: 048 213')
  expect(field.value).toBe('048213')
  await press()
  await screen.findByRole('heading', { name: 'The company' })
  expect(tried).toEqual(['048213'])
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject({ applicant: APPLICANT })
  await vi.waitFor(() => expect(queryClient.getQueryData(sentCodeQuery.queryKey)).toEqual({ code: null }))
  expect(queryClient.getQueryData(['GET /api/onboarding/business/draft'])).toBeUndefined()
  expect(localStorage.getItem('onboarding_email')).toBe('ada@people.example')
})

it('sends nothing that is not a code, and says so at the field', async () => {
  const { tried, field } = await show(() => Response.json({}))
  await userEvent.type(field, '123')
  await press()
  expect(await screen.findByText('Enter the 6-digit code')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(tried).toEqual([])
})

it('says at the field that a code is wrong, and keeps what was typed', async () => {
  const message = 'That isn’t the code we sent. Check the email and try again.'
  const { field } = await show(() =>
    Response.json({ error: 'VALIDATION_ERROR', message, fields: { code: message } }, { status: 400 }),
  )
  await userEvent.type(field, '123456')
  await press()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field.value).toBe('123456')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

it('says above the form what is not about the code', async () => {
  const message = 'Too many tries in a short time. Wait a moment, then try again.'
  const { field } = await show(() =>
    Response.json({ error: 'RATE_LIMITED', message, retryAfter: 300 }, { status: 429 }),
  )
  await userEvent.type(field, '123456')
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain(message)
})

it('sends another code once the wait is over, and says so', async () => {
  await show(() => Response.json({}))
  const waiting = screen.getByRole<HTMLButtonElement>('button', { name: /^Send a new code in \d+ s$/ })
  expect(waiting.disabled || waiting.ariaDisabled === 'true').toBe(true)
  document.body.replaceChildren()
  await show(() => Response.json({}), { seconds: 61 })
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByText('We’ve sent a new code')).toBeTruthy()
})

it('tells someone with an account to sign in, and remembers where they wanted to go', async () => {
  const { change } = await show(() => Response.json({ success: true, applicant: null }), {
    returnTo: '/onboarding/business',
  })
  await userEvent.paste('048213')
  await press()
  const heading = await screen.findByRole('heading', { name: 'You already have an account' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain(
    `returnTo=${encodeURIComponent('/onboarding/business')}`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Use another email' }))
  expect(change).toHaveBeenCalledOnce()
})

it('allows a wrong address to be corrected', async () => {
  const { change } = await show(() => Response.json({}))
  await userEvent.click(screen.getByRole('button', { name: 'Change it' }))
  expect(change).toHaveBeenCalledOnce()
})

it('stays until the application is shown', async () => {
  const code = sentAgo(0)
  queryClient.setQueryData(sentCodeQuery.queryKey, { code })
  const { awaited, field } = await show(() => Response.json({ success: true, applicant: APPLICANT }))
  await userEvent.type(field, '048213')
  await press()
  await screen.findByRole('heading', { name: 'The company' })
  expect(awaited[0]).toEqual({ code })
})
