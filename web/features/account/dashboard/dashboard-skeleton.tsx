import { CardSkeleton } from '#web/ui/card-skeleton.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'

/** The dashboard's own layout while the profile is on its way. */
export function DashboardSkeleton() {
  return (
    <LoadingRegion label="Loading your dashboard">
      <div className="mb-7 grid gap-3">
        <Skeleton width={300} height={34} />
        <Skeleton width={220} />
      </div>
      <div className="split-75">
        <div className="col">
          <CardSkeleton heights={[22, 18, 40]} />
          <CardSkeleton heights={[22, 12, 52, 52, 52]} />
        </div>
        <div className="col">
          <CardSkeleton heights={[22, 8, 24, 24, 24, 24]} />
          <CardSkeleton heights={[22, 24, 24, 24]} />
        </div>
      </div>
    </LoadingRegion>
  )
}
