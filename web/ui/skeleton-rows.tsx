import { cardClass } from './card-class.ts'
import { Td, type TdProps } from './data-table.tsx'
import { LATE_CLASS, Skeleton } from './skeleton.tsx'

/** A placeholder for a table cell: about as wide, in px, as the expected content. */
export type SkeletonCell = Pick<TdProps, 'label' | 'head' | 'action'> & { width: number }

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholder rows in the table's own layout while its first page loads. */
export function SkeletonRows({ cells }: { cells: readonly SkeletonCell[] }) {
  return ROWS.map((row) => (
    <tr key={row} className={LATE_CLASS}>
      {cells.map(({ width, ...cell }, column) => (
        // A row's cells never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Td key={column} {...cell}>
          <Skeleton width={width} />
        </Td>
      ))}
    </tr>
  ))
}

/** A placeholder card: bars of these heights in px, the first one for its title. */
export function CardSkeleton({ heights }: { heights: readonly number[] }) {
  return (
    <div className={cardClass(true, 'grid gap-4')}>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their place.
        <Skeleton key={index} height={height} width={index === 0 ? '45%' : '100%'} />
      ))}
    </div>
  )
}
