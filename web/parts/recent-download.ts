import type { MouseEvent } from 'react'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * Handles the click on a link to a file that staff get after a recent sign-in alone: whose sign-in is too old reads so, in the
 * place of a file that is a refusal (security R11). `act` is what they do: "export".
 */
export async function downloadRecently(
  event: MouseEvent<HTMLAnchorElement>,
  words: { act: string; failed: string },
): Promise<void> {
  event.preventDefault()
  const link = Object.assign(document.createElement('a'), { href: event.currentTarget.href, download: '' })
  try {
    // The bar that asks for the sign-in shows by the same answer.
    const { user } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    // The page itself says that no one is signed in any more.
    if (!user) return
    if (!user.needs_step_up) return link.click()
    toast({
      kind: 'error',
      title: 'Confirm it’s you first',
      description: `Sign in again at the top of this page, then ${words.act}.`,
    })
  } catch (error) {
    toast({ kind: 'error', title: words.failed, description: (error as Error).message })
  }
}
