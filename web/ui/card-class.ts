import { classNames } from './class-names.ts'

/** The inside of a card: a width of its own on phones. A page that needs less sets a side: `py-2`. */
export const CARD_PADDING_CLASS = 'p-(--card-pad)'

/** The first row of a card; what follows the title stays together, be it two buttons. */
export const CARD_HEAD_CLASS =
  'flex min-h-16 flex-wrap items-center gap-3 border-b border-line px-6 py-4.5 *:first:mr-auto max-sm:px-4 max-sm:py-3.5'

/** The class of anything that is drawn as a card, such as a region that is loading one. */
export function cardClass(padded = false, extra?: string): string {
  const names = ['min-w-0 rounded-3 border border-line bg-surface shadow-1', padded && CARD_PADDING_CLASS]
  return classNames(...names, extra) ?? ''
}
