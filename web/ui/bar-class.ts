import { classNames } from './class-names.ts'

const ITEM_CLASS =
  'inline-flex min-h-(--control) items-center rounded-2 font-medium whitespace-nowrap text-(--bar-ink) no-underline hover:bg-(--bar-hover) hover:text-(--bar-current)'

/** The last line marks the current page's entry, at the bar's lower edge. */
const WORDS_CLASS =
  'gap-[7px] px-3 text-card/none aria-[current]:relative aria-[current]:font-[620] aria-[current]:text-(--bar-current) aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:-bottom-3 aria-[current]:after:h-0.5 aria-[current]:after:bg-(--bar-mark) forced-colors:aria-[current]:after:bg-[Highlight]'

/** Below 901 px the entries are in the menu button's sheet. */
export const WIDE_ONLY_CLASS = 'max-[901px]:hidden'
export const PHONE_ONLY_CLASS = 'min-[901px]:hidden'

/** The class of a header entry. */
export function barItemClass(extra?: string): string {
  return classNames(ITEM_CLASS, WORDS_CLASS, extra) ?? ''
}

/** The class of an icon button in the header. */
export function barIconClass(extra?: string): string {
  return classNames(ITEM_CLASS, 'w-(--control) justify-center', extra) ?? ''
}
