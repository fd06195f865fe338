import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { CaseKind } from '#contract/verification/cases.ts'
import { type PlainPath, parseSearch } from '#web/lib/page-address.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

// Needed only once an application has ended.
const StartsAgain = lazyPart(() => import('./starts-again.tsx'), 'StartsAgain')

type Props = { className: string; children: ReactNode }

/**
 * What leads to where the server says a task is done: a link to one of our pages, or to an email address. If an ended
 * application must be started again first, its button does that.
 */
export function TaskLink({
  href,
  startsAgain,
  ...look
}: Props & { href: string; startsAgain?: CaseKind | undefined }) {
  if (!startsAgain) return <TaskAnchor href={href} {...look} />
  const sameSize = (
    <button type="button" disabled className={look.className}>
      {look.children}
    </button>
  )
  return (
    <Suspense fallback={sameSize}>
      <StartsAgain kind={startsAgain} {...look} />
    </Suspense>
  )
}

function TaskAnchor({ href, className, children }: Props & { href: string }) {
  if (href.startsWith('mailto:'))
    return (
      <a className={className} href={href}>
        {children}
      </a>
    )
  const [to, query] = href.split('?')
  return (
    <Link className={className} to={to as PlainPath} search={parseSearch(query ?? '')}>
      {children}
    </Link>
  )
}
