import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { greeting, ProfileDashboardPage } from './profile-dashboard-page.tsx'

const USER = { id: 7, auth0_id: 'embedded|7', email: 'ada@people.example', name: 'Ada Lovelace' }
const PROFILE = { ...USER, email_confirmed: true, kycProfile: null, businessProfile: null }
const PROFILE_CALL = 'GET /api/user/profile'

let calls: { key: string; body: unknown }[]
/** The server's answers by call; a list is answered in order, repeating its last one. */
let answers: Record<string, [status: number, body: unknown][]>

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  answers = {}
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: true, user: USER } as never)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const key = `${init.method ?? 'GET'} ${url}`
    calls.push({ key, body: init.body ? JSON.parse(String(init.body)) : undefined })
    const list = answers[key] ?? []
    const [status, body] = (list.length > 1 ? list.shift() : list[0]) ?? [404, {}]
    return Response.json(body, { status })
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function show() {
  renderRouted({ '/profile-dashboard': ProfileDashboardPage }, { at: '/profile-dashboard' })
  await pass(0)
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const countOf = (key: string) => calls.filter((call) => call.key === key).length

describe('the profile on the dashboard', () => {
  it('is created if it is missing, and read again after a second', async () => {
    answers[PROFILE_CALL] = [
      [404, { error: 'NOT_FOUND' }],
      [200, PROFILE],
    ]
    answers['POST /api/user/create'] = [[200, { created: true, user: { id: 7 }, message: '' }]]
    await show()
    expect(calls.find(({ key }) => key === 'POST /api/user/create')?.body).toEqual({
      auth0Id: 'embedded|7',
      email: 'ada@people.example',
      name: 'Ada Lovelace',
    })
    await pass(990)
    expect(countOf(PROFILE_CALL)).toBe(1)
    await pass(20)
    expect(countOf(PROFILE_CALL)).toBe(2)
    expect(screen.getByRole('heading', { level: 1, name: /^Good .*, Ada$/ })).toBeTruthy()
  })

  it('is requested twice more, a second apart, and then the failure is shown with its details', async () => {
    answers[PROFILE_CALL] = [[503, { error: 'UNAVAILABLE', message: 'The database is away.' }]]
    await show()
    expect(screen.getByText('Loading your dashboard')).toBeTruthy()
    await pass(1020)
    expect(countOf(PROFILE_CALL)).toBe(2)
    await pass(1020)
    expect(countOf(PROFILE_CALL)).toBe(3)
    expect(screen.getByRole('heading', { name: 'Error Loading Profile' })).toBeTruthy()
    const alert = screen.getByRole('alert').textContent
    expect(alert).toContain('There was a problem loading your profile data')
    expect(alert).toContain('The database is away.')
    await pass(60_000)
    expect(countOf(PROFILE_CALL)).toBe(3)
  })

  it('shows an unknown error if the server says nothing', async () => {
    answers[PROFILE_CALL] = [[500, { message: '' }]]
    await show()
    await pass(2050)
    expect(screen.getByRole('alert').textContent).toContain('Unknown error')
  })

  it('leads to the sign-in and back once the session has ended', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { ...window.location, pathname: '/profile-dashboard', search: '', assign })
    answers[PROFILE_CALL] = [[401, { error: 'UNAUTHENTICATED' }]]
    await show()
    expect(assign).toHaveBeenCalledWith('/api/auth/login?returnTo=%2Fprofile-dashboard')
    expect(countOf(PROFILE_CALL)).toBe(1)
  })

  it('is not requested again when the window is focused again', async () => {
    answers[PROFILE_CALL] = [[200, PROFILE]]
    await show()
    const before = countOf(PROFILE_CALL)
    window.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    await pass(0)
    expect(countOf(PROFILE_CALL)).toBe(before)
  })
})

describe('the dashboard', () => {
  it('leads to the leaf with the home page’s sentence, without a second copy of its lines', async () => {
    answers[PROFILE_CALL] = [[200, PROFILE]]
    answers['GET /api/home'] = [[200, { title: 'We’re checking your details', leaf: null }]]
    await show()
    await pass(20)
    const lead = screen.getByRole('region', { name: 'Your verification' })
    expect(lead.textContent).toContain('We’re checking your details')
    expect(screen.getByRole('link', { name: 'Open your verification' }).getAttribute('href')).toBe('/')
    expect(lead.querySelector('ul, ol, table')).toBeNull()
  })

  it('says if that cannot be shown, and stays', async () => {
    answers[PROFILE_CALL] = [[200, PROFILE]]
    await show()
    await pass(10_000)
    expect(screen.getByText('We can’t show your verification. Nothing is lost.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Go to' })).toBeTruthy()
  })
})

const atHour = (hour: number) => new Date(2026, 2, 10, hour, 59)

it.each([
  ['Priya Raman', 0, 'Good morning, Priya'],
  ['Priya', 11, 'Good morning, Priya'],
  ['  Priya  Raman ', 12, 'Good afternoon, Priya'],
  ['Priya Raman', 17, 'Good afternoon, Priya'],
  ['Priya Raman', 18, 'Good evening, Priya'],
  [null, 9, 'Good morning'],
  ['', 23, 'Good evening'],
])('greets %j at %i', (name, hour, words) => {
  expect(greeting(name, atHour(hour))).toBe(words)
})
