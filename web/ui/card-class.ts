import { classNames } from './class-names.ts'

/** A card's padding, with its own width on phones. A page that needs less sets a side: `py-2`. */
export const CARD_PADDING_CLASS = 'p-(--card-pad)'

/** A card's first row; what follows the title stays together, such as two buttons. */
export const CARD_HEAD_CLASS =
  'flex min-h-16 flex-wrap items-center gap-3 border-b border-line px-6 py-4.5 *:first:mr-auto max-sm:px-4 max-sm:py-3.5'

/** The class of anything that looks like a card, such as a loading region. */
export function cardClass(padded = false, extra?: string): string {
  const names = ['min-w-0 rounded-3 border border-line bg-surface shadow-1', padded && CARD_PADDING_CLASS]
  return classNames(...names, extra) ?? ''
}
