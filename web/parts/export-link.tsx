import Download from 'lucide-react/icons/download'
import type { MouseEvent, ReactNode } from 'react'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { type ButtonVariant, buttonClass } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'

/** Downloads a list as a file. Whose sign-in is too old for it reads so first, in the place of a file that is a refusal (security R11). */
export function ExportLink({
  href,
  variant = 'secondary',
  children,
}: {
  href: string
  variant?: ButtonVariant
  children: ReactNode
}) {
  const handleClick = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    const link = Object.assign(document.createElement('a'), { href, download: '' })
    try {
      // The bar that asks for the sign-in shows by the same answer.
      const { user } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      if (!user?.needs_step_up) return link.click()
      toast({
        kind: 'error',
        title: 'Confirm it’s you first',
        description: 'Sign in again at the top of this page, then export.',
      })
    } catch (error) {
      toast({ kind: 'error', title: 'Nothing was exported', description: (error as Error).message })
    }
  }
  return (
    <a className={buttonClass(variant)} href={href} download onClick={(event) => void handleClick(event)}>
      <Download className="i" />
      {children}
    </a>
  )
}
