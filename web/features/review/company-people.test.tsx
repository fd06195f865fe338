import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { businessProfile } from '#web/shared/directory/testing.ts'
import { CompanyOwners } from './company-people.tsx'

it('shows nationality and residence by name, and the share with two decimals', () => {
  const owner = {
    id: 'o1',
    full_name: 'Ada Fern',
    birth_date: '1971-03',
    nationality: 'XX',
    residence_country: 'BE',
    ownership_percent: 37.5,
    held_through: null,
  }
  render(<CompanyOwners company={businessProfile({ beneficialOwners: [owner] })} />)
  for (const text of ['Ada Fern', 'Mar 1971', 'Stateless', 'Belgium', '37.5%'])
    expect(screen.getByRole('cell', { name: text })).toBeTruthy()
})

it('asks to check shares of more than 100 %, which may be right', () => {
  const owner = (id: string, held_through: string | null) => ({
    ...{ id, full_name: id, birth_date: '1971-03', nationality: 'GB', residence_country: 'GB' },
    ...{ ownership_percent: 60, held_through },
  })
  const company = businessProfile({ beneficialOwners: [owner('Ada', null), owner('Ben', 'Fern Holdings')] })
  render(<CompanyOwners company={company} />)
  expect(screen.getByText('120% in total')).toBeTruthy()
  expect(screen.getByText(/That can be right, because some shares are held through others/)).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Fern Holdings' })).toBeTruthy()
})

it('says why no one is named, and who is named instead', () => {
  const seniorManager = {
    full_name: 'Cay Hill',
    birth_date: null,
    nationality: 'GB',
    residence_country: 'FR',
  }
  render(<CompanyOwners company={businessProfile({ no_ubo_reason: 'non-profit', seniorManager })} />)
  for (const text of ['It is a non-profit organisation', 'Cay Hill', 'Not given', 'United Kingdom', 'France'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
