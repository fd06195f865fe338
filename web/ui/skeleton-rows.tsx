import { cardClass } from './card-class.ts'
import { Td, type TdProps } from './data-table.tsx'
import { LATE_CLASS, Skeleton } from './skeleton.tsx'

/** A cell of a table's row that is still on its way: about as wide, in px, as what will stand there. */
export type SkeletonCell = Pick<TdProps, 'label' | 'head' | 'action'> & { width: number }

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Rows in the table's own layout while its first page is on its way. */
export function SkeletonRows({ cells }: { cells: readonly SkeletonCell[] }) {
  return ROWS.map((row) => (
    <tr key={row} className={LATE_CLASS}>
      {cells.map(({ width, ...cell }, column) => (
        // The cells of a row never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Td key={column} {...cell}>
          <Skeleton width={width} />
        </Td>
      ))}
    </tr>
  ))
}

/** A card that is on its way: bars of these heights in px, the first one in place of its title. */
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
