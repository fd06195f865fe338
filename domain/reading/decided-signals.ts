import type { DocumentSignal } from '#contract/documents/readings.ts'
import type { ItemDecision, ItemKey } from '#contract/verification/cases.ts'
import type { CaseItem } from '#domain/cases/case.ts'

/** A signal for the item that its document proves. */
export interface ShownSignal extends Pick<DocumentSignal, 'name' | 'version' | 'look'> {
  item: ItemKey
  document: string
}

/** The same at a decision, with the decision on the item; absent if the item was not decided then. */
export interface DecidedSignal extends ShownSignal {
  decision?: Exclude<ItemDecision, 'pending'>
}

/**
 * Returns the signals shown at a decision, with the verdict on each item, so that their accuracy can be counted. An
 * item that was already final, or left undecided, says nothing about that.
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
