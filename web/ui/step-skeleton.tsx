import { LoadingRegion, Skeleton } from './skeleton.tsx'

/** A step that is on its way: its number, its heading and what it asks. */
export function StepSkeleton({ label }: { label: string }) {
  return (
    <LoadingRegion label={label}>
      <Skeleton width={90} />
      <p className="mt-4">
        <Skeleton width="60%" height={30} />
      </p>
      <p className="mt-8">
        <Skeleton height={120} />
      </p>
    </LoadingRegion>
  )
}
