import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { homeQuery } from './home-query.ts'
import { LoneLeaf } from './leaf.tsx'

/** A link to the leaf of one's own verification, with the home page's sentence and nothing else from it. */
export function LeafLead() {
  const home = useQuery(homeQuery)
  // The home page of staff shows the day's work instead.
  const isStaff = useUser()?.is_staff ?? false
  if (!home.data)
    return home.isError ? (
      <ErrorState
        card
        title="We can’t show your verification. Nothing is lost."
        message={home.error.message}
        onRetry={() => void home.refetch()}
        retrying={home.isFetching}
      />
    ) : (
      <LoadingRegion label="Loading your verification" className={cardClass(true, 'grid gap-4')}>
        <Skeleton width="30%" />
        <Skeleton width="65%" height={24} />
        <Skeleton width={200} height={40} />
      </LoadingRegion>
    )
  const { title, leaf } = home.data
  return (
    <Card padded aria-labelledby="your-verification" className="flex items-center justify-between gap-5">
      <div className="min-w-0">
        <h2 className="text-sm font-semibold text-ink-3" id="your-verification">
          Your verification
        </h2>
        <p className="text-h2 mt-1 font-semibold [overflow-wrap:anywhere]">{title}</p>
        {leaf ? (
          <p className="mt-1.5 text-ink-2 tabular-nums">
            {leaf.count.figure} {leaf.count.words}
          </p>
        ) : null}
        <Link className={buttonClass('primary', 'md', false, 'mt-5')} to={isStaff ? '/verification' : '/'}>
          Open your verification
        </Link>
      </div>
      {leaf ? (
        <div className="flex-none">
          <LoneLeaf leaf={leaf} size="compact" />
        </div>
      ) : null}
    </Card>
  )
}
