import type { ComponentProps } from 'react'

/** The box of what is wrong on a page: heading, sentence, and lines that lead to it. It takes the focus. */
export function ProblemBox(props: Omit<ComponentProps<'div'>, 'className' | 'role' | 'tabIndex'>) {
  return (
    <div
      {...props}
      role="alert"
      tabIndex={-1}
      className="mb-9 rounded-3 border-3 border-red-solid bg-surface px-5.5 py-5 wrap-anywhere [&_a]:font-semibold [&_a]:text-red-ink [&_h2]:text-[19px]/6.5 [&_li]:py-1 [&_p]:mt-1 [&_ul]:mt-2.5"
    />
  )
}
