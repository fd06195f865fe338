import '#web/ui/jsdom-gaps.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { INVESTOR_RULES } from '#contract/certifications/investor-rules.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { storePendingChoice } from '#web/shared/onboarding/choose-user-type.ts'
import { rememberOnboarding } from '#web/shared/onboarding/onboarding-context.ts'
import type { CertificationStep } from './certification-flow.ts'
import { CertificationWizard } from './certification-wizard.tsx'

const USER = { id: 7, user_type: null, pending_user_type: null } as unknown as AuthUser
const OPEN = { left: 2, opens_at: null as string | null }
const TERMS = {
  rules: INVESTOR_RULES[0],
  legalName: 'Verdaccord Limited',
  today: '2026-11-21',
  names: [],
  attempts: OPEN,
}
const DAY_MS = 86_400_000

const statement = (given: object = {}) => ({
  id: 3,
  certification_name: 'investor_restricted',
  certification_type: 'investor_category',
  acknowledged_at: '2026-11-21T09:00:00Z',
  expires_at: '2027-11-21T00:00:00Z',
  status: 'current',
  ends_soon: false,
  investor_category: 'restricted',
  statement_url: '/api/certifications/3/statement',
  ...given,
})
const held = (given: object) => ({ certifications: [statement(given)], investor_category: 'restricted' })

/** The server's answer for each path; a number is a refusal's status. */
let server: Record<string, object | number>
let calls: string[]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  calls = []
  server = {
    '/api/certifications/investor-rules': TERMS,
    '/api/certifications/user': { certifications: [], investor_category: null },
    '/api/certifications/investor-answers': { unmet: [], attempts: OPEN },
    '/api/certifications/accept': {
      success: true,
      certification: statement(),
      user_type: null,
      pending_user_type: null,
    },
  }
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    const answer = server[url] ?? 404
    if (typeof answer === 'object') return Response.json(answer)
    return Response.json({ error: 'INTERNAL', message: 'Something went wrong here.' }, { status: answer })
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Wizard({ onComplete }: { onComplete?: () => void }) {
  const [step, setStep] = useState<CertificationStep>('start')
  return <CertificationWizard user={USER} isPage asked={step} onOpen={setStep} onComplete={onComplete} />
}

function show(onComplete?: () => void) {
  const router = renderRouted(
    { '/certification/trader': () => <Wizard onComplete={onComplete} />, $: () => <p>Elsewhere</p> },
    { at: '/certification/trader' },
  )
  return { place: () => router.history.location.pathname }
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

/** Goes from the first step to the signature, as a restricted investor. */
async function certify(): Promise<void> {
  await press('Proceed')
  await userEvent.click(await screen.findByRole('checkbox'))
  await press('Next')
  await userEvent.click(await screen.findByRole('radio', { name: 'Restricted investor' }))
  await userEvent.type(await screen.findByLabelText(/In the past 12 months/), '5')
  await userEvent.type(await screen.findByLabelText(/In the next 12 months/), '5')
  await press('Next')
  await userEvent.click(await screen.findByRole('checkbox'))
  await userEvent.type(await screen.findByLabelText('Full name'), 'Ada Lovelace')
  await press('Sign and submit')
  await screen.findByRole('heading', { name: 'Certification Completed' })
}

describe('the certification', () => {
  it('says if it cannot be loaded, and retries', async () => {
    server['/api/certifications/investor-rules'] = 403
    show()
    await screen.findByText('Unable to load user data. Please try again later.')
    server['/api/certifications/investor-rules'] = TERMS
    await press('Try Again')
    expect(await screen.findByRole('heading', { level: 1, name: 'Before you start' })).toBeVisible()
  })

  it('shows a valid statement, and offers to renew it', async () => {
    server['/api/certifications/user'] = held({})
    show()
    await screen.findByRole('heading', { level: 1, name: 'Your investor certification' })
    expect(screen.getByText('Nov 21, 2027')).toBeVisible()
    expect(screen.getByRole('link', { name: /Download/ })).toHaveAttribute(
      'href',
      '/api/certifications/3/statement',
    )
    await press('Renew or change category')
    expect(await screen.findByRole('heading', { level: 1, name: 'Risk warning' })).toBeVisible()
  })

  it('says that a statement ends within its last 30 days', async () => {
    const expiresAt = new Date(Date.now() + 29 * DAY_MS).toISOString()
    server['/api/certifications/user'] = held({ expires_at: expiresAt, ends_soon: true })
    show()
    expect(await screen.findByText('Your investor certification ends soon')).toBeVisible()
  })

  it('says that a statement has expired, and starts again', async () => {
    server['/api/certifications/user'] = held({ expires_at: '2026-11-01T00:00:00Z', status: 'expired' })
    show()
    expect(await screen.findByText('Your investor certification has expired')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Proceed' })).toBeVisible()
  })

  it('returns to the onboarding it started in', async () => {
    rememberOnboarding('business')
    const { place } = show()
    await certify()
    await press('Continue your onboarding')
    await screen.findByText('Elsewhere')
    expect(place()).toBe('/onboarding/business')
  })

  it('does what the page around it asks for instead', async () => {
    rememberOnboarding('business')
    const onComplete = vi.fn()
    const { place } = show(onComplete)
    await certify()
    await press('Continue')
    expect(onComplete).toHaveBeenCalledOnce()
    expect(place()).toBe('/certification/trader')
  })

  it('counts even if the pending user type cannot be updated, and retries that', async () => {
    storePendingChoice(USER.id, 'trade')
    server['/api/users/update-type'] = 500
    show()
    await certify()
    const banner = await screen.findByRole('alert')
    expect(banner).toHaveTextContent(
      'There was an error while updating your user type. Please try again from your profile.',
    )
    server['/api/users/update-type'] = {
      success: true,
      user_type: 'trade',
      pending_user_type: null,
      flags: {},
    }
    await press('Try Again')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(localStorage.getItem('pending_user_type_update')).toBeNull()
  })

  it('asks for no user type if the server has already applied it', async () => {
    storePendingChoice(USER.id, 'trade')
    server['/api/certifications/accept'] = {
      success: true,
      certification: statement(),
      user_type: 'trade',
      pending_user_type: null,
    }
    show()
    await certify()
    expect(calls).not.toContain('/api/users/update-type')
    expect(localStorage.getItem('pending_user_type_update')).toBeNull()
  })

  it('sends answers that do not qualify, warns before the last attempt, and closes until the given time', async () => {
    const opensAt = new Date(Date.now() + DAY_MS).toISOString()
    const unmet = [{ field: 'investedPercent', message: 'Too much' }]
    server['/api/certifications/investor-answers'] = { unmet, attempts: { left: 1, opens_at: null } }
    show()
    await press('Proceed')
    await userEvent.click(await screen.findByRole('checkbox'))
    await press('Next')
    await userEvent.click(await screen.findByRole('radio', { name: 'Restricted investor' }))
    await userEvent.type(await screen.findByLabelText(/In the past 12 months/), '50')
    await userEvent.type(await screen.findByLabelText(/In the next 12 months/), '5')
    await press('Next')
    expect(await screen.findByText(/wait 24 hours/)).toBeVisible()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))

    server['/api/certifications/investor-answers'] = { unmet, attempts: { left: 0, opens_at: opensAt } }
    await userEvent.type(screen.getByLabelText(/In the past 12 months/), '{Backspace}1')
    await press('Next')
    expect(await screen.findByText(`You can try again from ${formatDateTime(opensAt)}`)).toBeVisible()
    const sent = calls.length
    await press('Next')
    expect(calls).toHaveLength(sent)
  })

  it('asks about an amount with dots before it counts as an attempt', async () => {
    show()
    await press('Proceed')
    await userEvent.click(await screen.findByRole('checkbox'))
    await press('Next')
    await userEvent.click(await screen.findByRole('radio', { name: 'High net worth investor' }))
    await userEvent.type(await screen.findByLabelText(/income in the last/), '£170.000')
    await press('Next')
    expect(await screen.findByRole('link', { name: /^Did you mean 170,000\?/ })).toBeVisible()
    expect(calls).not.toContain('/api/certifications/investor-answers')
  })

  it('names each answer in a list if two have the same problem', async () => {
    show()
    await press('Proceed')
    await userEvent.click(await screen.findByRole('checkbox'))
    await press('Next')
    await userEvent.click(await screen.findByRole('radio', { name: 'Restricted investor' }))
    await press('Next')
    const links = await screen.findAllByRole('link', { name: /Enter a percentage, like 5 or 7.5$/ })
    expect(links.map((link) => link.textContent?.split(':')[0])).toEqual(['Past 12 months', 'Next 12 months'])
  })

  it('sends nothing to the server while an answer is missing', async () => {
    show()
    await press('Proceed')
    await userEvent.click(await screen.findByRole('checkbox'))
    await press('Next')
    await press('Next')
    expect(await screen.findByText('Missing Information')).toBeVisible()
    expect(calls).not.toContain('/api/certifications/investor-answers')
  })
})
