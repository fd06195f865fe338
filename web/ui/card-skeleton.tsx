import { Skeleton } from './skeleton.tsx'

/** A card that is on its way: bars of these heights in px, the first one in the place of its title. */
export function CardSkeleton({ heights }: { heights: readonly number[] }) {
  return (
    <div className="card pad grid gap-4">
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their place.
        <Skeleton key={index} height={height} width={index === 0 ? '45%' : '100%'} />
      ))}
    </div>
  )
}
