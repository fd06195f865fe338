import { LoadingRegion, Skeleton } from './skeleton.tsx'

/**
 * A step that is on its way: its number, its heading and what it asks. It is as high as the screen, so that what stands
 * below the step doesn't move when it comes.
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
