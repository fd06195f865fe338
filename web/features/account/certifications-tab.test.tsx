import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { CertificationsTab } from './certifications-tab.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it.each([
  ['valid', { status: 'current', ends_soon: false }, ['Certified', 'Ends on'], null],
  ['about to end', { status: 'current', ends_soon: true }, ['Certified', 'Ends on'], 'Renew Certification'],
  ['over', { status: 'expired', ends_soon: false }, ['Required', 'Ended on'], 'Complete Certification'],
])(
  'says how long a statement that is %s lasts, and offers the next in time',
  async (_, standing, says, offered) => {
    const statement = {
      id: 8,
      certification_name: 'investor_hnw',
      certification_type: 'investor_category',
      acknowledged_at: '2025-12-16T09:00:00Z',
      text_confirmed: true,
      expires_at: '2026-12-16T00:00:00Z',
      investor_category: 'hnw',
      statement_url: null,
      ...standing,
    }
    const answer = { certifications: [statement], investor_category: 'hnw' }
    vi.stubGlobal('fetch', async () => Response.json(answer))
    const profile = { is_trader: true, user_type: 'trade', pending_user_type: null } as never
    renderRouted({ '/profile': () => <CertificationsTab profile={profile} /> }, { at: '/profile' })
    const card = within(await screen.findByRole('region', { name: /Certification$/ }))
    for (const text of says) card.getByText(new RegExp(`^${text}`))
    expect(card.queryByRole('link')?.textContent ?? null).toBe(offered)
  },
)

it('says to those who neither trade nor invest that they need no certification', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ certifications: [], investor_category: null }))
  const profile = { is_corporate: true, user_type: 'corporate', pending_user_type: null } as never
  renderRouted({ '/profile': () => <CertificationsTab profile={profile} /> }, { at: '/profile' })
  const card = within(await screen.findByRole('region', { name: /Certification$/ }))
  card.getByText('Not Certified')
  card.getByText('Only if you trade or invest')
})
