import { Td, type TdProps } from './data-table.tsx'
import { Skeleton } from './skeleton.tsx'

/** A cell of a table's row that is still on its way: about as wide, in px, as what will stand there. */
export type SkeletonCell = Pick<TdProps, 'label' | 'head' | 'action'> & { width: number }

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Rows in the table's own layout while its first page is on its way. */
export function SkeletonRows({ cells }: { cells: readonly SkeletonCell[] }) {
  return ROWS.map((row) => (
    <tr key={row} className="sk-late">
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
