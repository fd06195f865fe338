import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SPLIT_CLASS, Stack } from '#web/ui/layout.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'

/** Fetches one of a user's two cases and passes it to its children; null if nothing was submitted for review. */
export function CaseQuery({
  userId,
  kind,
  label,
  children,
}: {
  userId: number
  kind: CaseKind
  /** Its name while loading: "KYC details". */
  label: string
  children: (reviewCase: ReviewCase | null) => ReactNode
}) {
  const { data, error, isFetching, refetch } = useQuery(reviewCaseQuery(userId, kind))
  if (data) return children(data.case)
  if (error)
    return (
      <ErrorState
        card
        title="Error Loading User"
        message={error.message || 'Failed to fetch user details'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  return (
    <LoadingRegion label={`Loading ${label}`} className={SPLIT_CLASS.record}>
      <Skeleton height={560} />
      <Stack>
        <Skeleton height={320} />
        <Skeleton height={220} />
      </Stack>
    </LoadingRegion>
  )
}
