import type { MouseEvent } from 'react'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * Handles a click on a link to a list that needs a recent sign-in: if the sign-in is too old, a message says
 * so, instead of downloading the refusal as a file (security R11). The file isn't fetched here first, because
 * it may be too long.
 */
export async function exportRecently(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault()
  const link = Object.assign(document.createElement('a'), { href: event.currentTarget.href, download: '' })
  try {
    const { user } = await freshSession()
    if (user && !user.needs_step_up) link.click()
    else sayConfirm(user, 'export')
  } catch (error) {
    toast({ kind: 'error', title: 'Nothing was exported', description: (error as Error).message })
  }
}

/**
 * Says that a sign-in is too old; `act` is what needs a new one: "download it". The bar that asks for it is
 * shown by then.
 */
export async function askToConfirm(act: string): Promise<void> {
  sayConfirm((await freshSession()).user, act)
}

function sayConfirm(user: object | null, act: string): void {
  // The page itself says that no one is signed in any more.
  if (!user) return
  toast({
    kind: 'error',
    title: 'Confirm it’s you first',
    description: `Sign in again at the top of this page, then ${act}.`,
  })
}

function freshSession() {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}
