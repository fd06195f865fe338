import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { COMPANY, copyrightYears } from '#contract/company.ts'
import { siteQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { SiteFooter } from './site-footer.tsx'

const PERSON = { is_staff: false }
const STAFF = { is_staff: true }

async function show(path: string, user: unknown): Promise<(string | null)[][]> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(siteQuery.queryKey, { company: COMPANY } as never)
  renderRouted(() => <SiteFooter user={user as never} />, { at: path, client })
  await screen.findByRole('contentinfo')
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

it.each([
  ['2025-06-01', '2025'],
  ['2026-11-22', '2025–2026'],
  ['2024-01-01', '2025'],
])('the copyright line read on %s has the years %s', (day, years) =>
  expect(copyrightYears({ year: 2025 }, new Date(day))).toBe(years),
)

describe('the footer', () => {
  it('names the company and links to every legal and social page', async () => {
    expect(await show('/', null)).toEqual([
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
      ['Official terms(opens in a new tab)', COMPANY.termsUrl],
      ['Official privacy policy(opens in a new tab)', COMPANY.privacyUrl],
      ['Static terms(opens in a new tab)', '/api/terms-static'],
      ['Static privacy policy(opens in a new tab)', '/api/privacy-static'],
      ['LinkedIn(opens in a new tab)', COMPANY.linkedInUrl],
      ['X(opens in a new tab)', COMPANY.xUrl],
    ])
    const years = copyrightYears(COMPANY, new Date())
    screen.getByText(`© ${years} Verdaccord Limited. Enterprise Carbon Credit Platform.`)
    // The binding text is marked, and the others are called copies.
    expect(screen.getByText('These apply to you:').parentElement?.textContent).toMatch(/Terms.*Privacy$/)
    expect(screen.getByText('Copies:').parentElement?.textContent).toMatch(
      /Official terms.*Static privacy policy/,
    )
    screen.getByRole('button', { name: 'Cookie settings' })
  })

  it.each([
    ['/', STAFF, ['Admin Dashboard', '/admin/dashboard']],
    ['/profile', STAFF, ['Admin Dashboard', '/admin/dashboard']],
    ['/profile', PERSON, ['Admin Access', '/admin/login']],
    ['/profile-dashboard', PERSON, ['Admin Access', '/admin/login']],
    ['/profile', null, ['Admin Access', '/admin/login']],
    ['/verification', PERSON, undefined],
    ['/', null, undefined],
  ])('on %s for %o ends with %j', async (path, user, link) => {
    const admin = (await show(path, user)).filter(([text]) => text?.startsWith('Admin'))
    expect(admin).toEqual(link ? [link] : [])
  })
})
