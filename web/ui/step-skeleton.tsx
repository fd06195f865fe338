import { LoadingRegion, Skeleton } from './skeleton.tsx'

/**
 * A placeholder for a step: number, heading and questions. It is as high as the screen, so that what follows
 * the step doesn't move when it loads.
 */
export function StepSkeleton({ label }: { label: string }) {
  return (
    <LoadingRegion label={label} className="min-h-dvh">
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
