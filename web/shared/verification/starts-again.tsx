import type { ReactNode } from 'react'
import type { CaseKind } from '#contract/verification/cases.ts'
import { toast } from '#web/ui/toast.ts'
import { useStartAgain } from './own-moves.ts'

type Props = { kind: CaseKind; className: string; children: ReactNode }

/** Starts an ended application again, in place of a link to what is next. */
export function StartsAgain({ kind, className, children }: Props) {
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
