import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CaseKind } from '#contract/verification/cases.ts'
import { type PlainPath, parseSearch } from '#web/lib/page-address.ts'
import { toast } from '#web/ui/toast.ts'
import { useStartAgain } from './withdraw-application.tsx'

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
  return startsAgain ? <StartsAgain kind={startsAgain} {...look} /> : <TaskAnchor href={href} {...look} />
}

function StartsAgain({ kind, className, children }: Props & { kind: CaseKind }) {
  const start = useStartAgain(kind)
  const handleClick = () =>
    start.mutate(undefined, {
      onError: (error) =>
        toast({ kind: 'error', title: 'We couldn’t open your application', description: error.message }),
    })
  return (
    <button className={className} type="button" disabled={start.isPending} onClick={handleClick}>
      {children}
    </button>
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
