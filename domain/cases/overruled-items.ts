import type { CaseItem } from './case.ts'
import { reasonLabel } from './decision-reasons.ts'

/**
 * Returns the items whose reviewer an approval would overrule: asked for again or rejected, and nothing accepted since.
 * A file that was asked for again stays so when its case is put back into the queue.
 */
export function overruledItems(items: readonly CaseItem[]): CaseItem[] {
  return items.filter(
    ({ decision, evidence, refused }) =>
      decision === 'retry' ||
      decision === 'final' ||
      (decision === 'pending' && evidence !== null && refused.includes(evidence)),
  )
}

/** Returns what a reviewer said against an item, for staff who approve it all the same. */
export function overruledText(
  { decision, reasons, text }: Pick<CaseItem, 'decision' | 'reasons' | 'text'>,
  label: string,
): string {
  if (decision === 'pending') return `${label} was asked for again and hasn’t been replaced.`
  const what = decision === 'final' ? 'was rejected' : 'was asked for again'
  const labels = reasons.filter((reason) => reason !== 'OTHER').map(reasonLabel)
  const why = [labels.length > 0 && `${labels.join(', ')}.`, text && `“${text}”`].filter(Boolean).join(' ')
  return why ? `${label} ${what}: ${why}` : `${label} ${what}.`
}
