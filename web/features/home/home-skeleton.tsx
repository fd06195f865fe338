import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The list of the leaf while it is on its way. */
export function HomeSkeleton() {
  return (
    <LoadingRegion label="Loading your verification" className="card pad grid gap-5">
      <Skeleton width={180} height={24} />
      {ROWS.map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </LoadingRegion>
  )
}
