import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { siteQuery } from '#web/lib/session.ts'
import { FaqTab } from './verification-page.tsx'

it('answers the five questions when they are opened', async () => {
  queryClient.setQueryData(siteQuery.queryKey, { company: COMPANY } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <FaqTab />
    </QueryClientProvider>,
  )
  const questions = screen.getAllByRole('button')
  expect(questions.map((question) => question.getAttribute('aria-expanded'))).toEqual(Array(5).fill('false'))
  expect(screen.queryByText(/dated within 3 months/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Which documents do I need?' }))
  expect(screen.getByText(/dated within 3 months/)).toBeTruthy()
})
