import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { EmailForm } from './email-form.tsx'
import { sentCodeQuery } from './queries.ts'
import { rememberedEmail } from './stored-visitor.ts'

const APPLICANT = {
  id: 7,
  auth0_id: 'applicant|7',
  email: 'ada@people.example',
  kind: 'consumer',
  expiresAt: '2026-12-05',
}
const SENT = { email: 'ada@people.example', resendAt: '2026-01-01', expiresAt: '2026-01-01' }

/** Renders the form with a server that gives this answer to the email. */
async function show(answer: () => Response, { captchaRequired = false } = {}) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/site') return Response.json({ captchaRequired })
    if (url === '/api/onboarding/email') {
      sent.push(JSON.parse(String(init?.body)))
      return answer()
    }
    return Response.json({ error: 'UNAVAILABLE', message: 'Not now.' }, { status: 500 })
  })
  const router = renderRouted(
    {
      '/email-collection': () => (
        <EmailForm email={rememberedEmail() ?? ''} returnTo="/onboarding/consumer?step=3" />
      ),
      '/onboarding/consumer': () => <h1>The application</h1>,
    },
    { at: '/email-collection' },
  )
  return { sent, router, field: await screen.findByLabelText<HTMLInputElement>('Email') }
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send code' }))
const refused = (status: number, body: object) => () => Response.json(body, { status })

beforeEach(() => localStorage.clear())
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('requests a code for the address and the kind of account, and stays', async () => {
  const { sent, router, field } = await show(() =>
    Response.json({ success: true, applicant: null, code: SENT }),
  )
  await userEvent.type(field, ' ada@people.example ')
  await press()
  await waitFor(() => expect(queryClient.getQueryData(sentCodeQuery.queryKey)).toEqual({ code: SENT }))
  expect(sent).toEqual([{ email: 'ada@people.example', kind: 'consumer' }])
  expect(router.state.location.href).toBe('/email-collection')
  expect(localStorage.getItem('onboarding_email')).toBeNull()
})

it('opens at once what is open here with the same address, where the visitor wanted to go', async () => {
  const { router, field } = await show(() =>
    Response.json({ success: true, applicant: APPLICANT, code: null }),
  )
  await userEvent.type(field, 'ada@people.example')
  await press()
  await screen.findByRole('heading', { name: 'The application' })
  expect(router.state.location.href).toBe('/onboarding/consumer?step=3')
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject({ user: null, applicant: APPLICANT })
  expect(localStorage.getItem('onboarding_email')).toBe('ada@people.example')
  expect(localStorage.getItem('onboarding_user_id')).toBe('7')
})

it('shows what is wrong at the field, and sends nothing', async () => {
  const { sent, field } = await show(() => Response.json({}))
  await press()
  expect(await screen.findByText('Enter your email address')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'ada')
  expect(screen.queryByText('Enter your email address')).toBeNull()
  await press()
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(sent).toEqual([])
})

it('shows what the server says about the email at the field, and keeps what was typed', async () => {
  const body = { error: 'VALIDATION_ERROR', message: 'No.', fields: { email: 'Use another address' } }
  const { field } = await show(refused(400, body))
  await userEvent.type(field, 'ada@people.example')
  await press()
  expect(await screen.findByText('Use another address')).toBeTruthy()
  expect(field.value).toBe('ada@people.example')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

it('says if there were too many attempts', async () => {
  const message = 'Too many tries in a short time. Wait a moment, then try again.'
  const { field } = await show(refused(429, { error: 'RATE_LIMITED', message, retryAfter: 300 }))
  await userEvent.type(field, 'ada@people.example')
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain(message)
})

it('does not send without its security check, and offers another', async () => {
  const { sent, field } = await show(() => Response.json({}), { captchaRequired: true })
  await userEvent.type(field, 'ada@people.example')
  await press()
  expect(await screen.findByText(/The security check didn’t finish/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send code' }).ariaBusy).not.toBe('true'))
  expect(sent).toEqual([])
})

it('knows the address of an application that is no longer open here', async () => {
  localStorage.setItem('onboarding_email', 'former@people.example')
  localStorage.setItem('onboarding_user_id', '3')
  const { field } = await show(() => Response.json({}))
  expect(field.value).toBe('former@people.example')
  expect(screen.getByText('Your application isn’t open in this browser any more')).toBeTruthy()
})

it('leads someone who has used an account in this browser to its sign-in, and back to where they were', async () => {
  localStorage.setItem('last_input', '1')
  await show(refused(500, {}))
  const notice = screen.getByText('Someone has used an account in this browser').parentElement
  expect(within(notice as HTMLElement).getByRole('link', { name: 'sign in' })).toHaveAttribute(
    'href',
    expect.stringContaining(encodeURIComponent('/onboarding/consumer?step=3')),
  )
})

it('says nothing of an account to anyone else', async () => {
  await show(refused(500, {}))
  expect(screen.queryByText('Someone has used an account in this browser')).toBeNull()
})
