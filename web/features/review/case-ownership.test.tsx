import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { signInStaff } from '#web/lib/testing.ts'
import { reviewCase, reviewItem, storedDocument } from '#web/shared/directory/testing.ts'
import { CaseOwnership, useLapsedAt } from './case-ownership.tsx'
import { ReadingReason } from './reading-reason.tsx'

/** What the desk shows of a document that its reader may not open. */
function Closed({ given }: { given: ReturnType<typeof reviewCase> }) {
  const lapsedAt = useLapsedAt(given)
  return (
    <>
      <CaseOwnership userId={5} reviewCase={given} />
      <ReadingReason
        userId={5}
        reviewCase={given}
        documentId={storedDocument().id}
        isClaimElsewhere={lapsedAt !== null}
      />
    </>
  )
}

it('offers one button to claim a case again after its claim lapsed', () => {
  signInStaff('reviewer')
  const lapsedClaim = { name: 'Grace Hopper', isYou: true, at: '2025-11-19T10:00:00Z' }
  const given = reviewCase([reviewItem('selfie', 'Selfie')], { state: 'in_review', lapsedClaim })
  render(
    <QueryClientProvider client={queryClient}>
      <Closed given={given} />
    </QueryClientProvider>,
  )
  const claims = screen.getAllByRole('button', { name: /claim/i })
  expect(claims.map(({ textContent }) => textContent)).toEqual(['Claim it again'])
  expect(screen.getByText('Claim the case to review it, or give another reason.')).toBeVisible()
})
