import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRouted } from '#web/lib/testing.ts'
import { ListsInForce } from './lists-in-force.tsx'

it('says since when a list was not renewed, or that it never was, and why', async () => {
  renderRouted(() => (
    <ListsInForce
      lists={[]}
      renewals={[
        {
          source: 'uk',
          renewedAt: '2026-03-10T09:00:00Z',
          failure: 'The server could not be reached: ENOTFOUND.',
        },
        {
          source: 'un',
          renewedAt: null,
          failure: 'The server answered 503.',
        },
        { source: 'eu', renewedAt: '2026-03-14T11:00:00Z', failure: null },
      ]}
      refusedFiles={null}
      waiting={0}
    />
  ))
  expect(
    await screen.findByText(/^The UK Sanctions List hasn’t been renewed since Mar 10, 2026/),
  ).toBeVisible()
  expect(
    screen.getByText('The server could not be reached: ENOTFOUND. We try again every hour.'),
  ).toBeVisible()
  expect(screen.getByText(/^The UN .*has never been fetched$/)).toBeVisible()
  expect(screen.queryByText(/EU/)).toBeNull()
})
