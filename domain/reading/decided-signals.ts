import type { DocumentSignal } from '#contract/documents/readings.ts'
import type { ItemDecision, ItemKey } from '#contract/verification/cases.ts'
import type { CaseItem } from '#domain/cases/case.ts'

/** A signal beside the item that its document proves. */
export interface ShownSignal extends Pick<DocumentSignal, 'name' | 'version' | 'look'> {
  item: ItemKey
  document: string
}

/** The same at a decision, with what was decided on the item; without it where the item was not decided on then. */
export interface DecidedSignal extends ShownSignal {
  decision?: Exclude<ItemDecision, 'pending'>
}

/**
 * What was shown at a decision, with the word on each item, so that it can be counted how often a signal was right. An item that an
 * earlier decision settled, or that was left undecided, says nothing of that.
 */
export function decidedSignals(
  shown: readonly ShownSignal[],
  before: readonly CaseItem[],
  after: readonly CaseItem[],
): DecidedSignal[] {
  const settled = new Set(before.filter(({ isFinal }) => isFinal).map(({ key }) => key))
  const decided = new Map(after.map(({ key, decision }) => [key, decision]))
  return shown.map((signal) => {
    const decision = decided.get(signal.item)
    return !decision || decision === 'pending' || settled.has(signal.item) ? signal : { ...signal, decision }
  })
}
