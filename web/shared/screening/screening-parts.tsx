import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const SECTION_CLASS = 'border-t border-line px-6 py-5 first-of-type:border-t-0 max-sm:p-4'

/** A section of the screening card: a person or a company, or earlier findings about them. */
export function ScreeningSection(props: ComponentProps<'section'>) {
  return <section {...props} className={SECTION_CLASS} />
}

/** Text about all of them, at the end of the card. */
export function ScreeningEnd(props: ComponentProps<'p'>) {
  return <p {...props} className={classNames(SECTION_CLASS, 'text-sm text-ink-3 wrap-anywhere')} />
}

/** A name or a list, with its state on the right. */
export function ScreeningHead(props: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-2 *:first:min-w-0 *:first:wrap-anywhere"
    />
  )
}

export const NOTE_CLASS = 'mt-3 text-sm/5 wrap-anywhere text-ink-2'

/** One fact about a match. */
export function MatchNote(props: ComponentProps<'p'>) {
  return <p {...props} className={NOTE_CLASS} />
}

/** The given and the listed values, line by line. */
export function FindingsTable(props: ComponentProps<'table'>) {
  return (
    <table
      {...props}
      className="mt-3 w-full border-collapse text-sm/5 [&_td:last-child]:text-ink-2 [&_th]:text-[.8125rem] [&_th]:font-[560] [&_th]:text-ink-3 [&_:is(th,td)]:w-[34%] [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:py-1.5 [&_:is(th,td)]:pr-2 [&_:is(th,td)]:text-left [&_:is(th,td)]:align-top [&_:is(th,td)]:wrap-anywhere"
    />
  )
}
