import type { Leaf } from '#contract/verification/leaf.ts'
import { DrawnLeaf } from './leaf.tsx'

/** The leaf without its list, which says in a sentence what it draws. */
export function LoneLeaf({ leaf, size }: { leaf: Leaf; size: 'receipt' | 'compact' }) {
  return (
    <div role="img" aria-label={leaf.summary}>
      <DrawnLeaf
        lines={leaf.lines}
        size={size}
        className={size === 'compact' ? 'h-auto w-[118px]' : undefined}
      />
    </div>
  )
}
