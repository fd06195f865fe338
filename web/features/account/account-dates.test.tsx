import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { CertificationHistory } from '#web/shared/certifications/certification-history.tsx'
import { ProjectsTab } from './account-page.tsx'
import { DetailsTab } from './details-tab.tsx'
import { ownClientQuery, type Profile, sessionsQuery } from './queries.ts'
import { UserSummary } from './user-summary.tsx'

const profile = {
  id: 7,
  sub: 'embedded|7',
  auth0_id: 'embedded|7',
  is_admin: true,
  roles: ['admin'],
  admin_role_assigned_at: null,
  created_at: 'soon',
  updated_at: 'yesterday-ish',
  last_login: null,
  kycProfile: null,
  businessProfile: null,
} as unknown as Profile

const project = { id: 1, name: 'Peatland', status: 'in_progress', project_description: null }
const certification = {
  certification_name: 'main_risk_disclosure',
  certification_type: 'risk_disclosure',
  status: 'current',
  investor_category: null,
  statement_url: null,
}

beforeEach(() => {
  queryClient.setQueryData(sessionsQuery.queryKey, { sessions: [] })
  queryClient.setQueryData(ownClientQuery.queryKey, {
    client: {
      id: 3,
      name: 'Fernhill Partners',
      client_type: 'company',
      stripe_customer_id: null,
      projects: [
        { ...project, created_at: '2025-11-14T10:00:00Z' },
        { ...project, id: 2, name: 'Saltmarsh', created_at: null },
        { ...project, id: 3, name: 'Woodland', created_at: 'the day before' },
      ],
    },
  } as never)
})
afterEach(() => queryClient.clear())

async function show(component: () => React.ReactNode, ready: string) {
  renderRouted(component)
  await screen.findByText(ready)
}

/** The text next to a label. */
const beside = (region: string, label: string) =>
  within(screen.getByRole('region', { name: region })).getByText(label).nextElementSibling?.textContent

const cellsOf = (row: string) =>
  within(screen.getByRole('row', { name: new RegExp(row) }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('dates in the account', () => {
  it('are not available on profile screens if they are missing, and invalid if they are nonsense', async () => {
    await show(() => <UserSummary profile={profile} />, 'User Summary')
    expect(beside('User Summary', 'Member since')).toBe('Invalid date')
    expect(beside('User Summary', 'Last login')).toBe('Not available')
    expect(beside('User Summary', 'Admin since')).toBe('Not available')
  })

  it('have the same text in the details', async () => {
    await show(() => <DetailsTab profile={profile} />, 'Database user')
    expect(beside('Profile Details', 'Updated at')).toBe('Invalid date')
    expect(beside('Profile Details', 'Last login')).toBe('Not available')
    expect(beside('Database user', 'Created')).toBe('Invalid date')
  })

  it('are N/A in tables', async () => {
    await show(ProjectsTab, 'Peatland')
    expect(cellsOf('Peatland').at(-1)).toBe('Nov 14, 2025')
    expect(cellsOf('Saltmarsh').at(-1)).toBe('N/A')
    expect(cellsOf('Woodland').at(-1)).toBe('Invalid date')
    expect(cellsOf('Peatland')).toContain('-')
  })

  it('never come if a certification has no end', async () => {
    const rows = [{ ...certification, id: 1, acknowledged_at: '2025-11-14T10:00:00Z', expires_at: null }]
    await show(
      () => <CertificationHistory certifications={rows as never} statement="download" />,
      'Accepted On',
    )
    expect(screen.getByText('Nov 14, 2025')).toBeTruthy()
    expect(screen.getByText('Never')).toBeTruthy()
  })
})
