import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#web/lib/session.ts'
import { SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'

/** How soon the page knows that the last sign-in has become too old. */
const LOOK_MS = 30_000

/** Asks staff to confirm that it is them before what they do next is refused; what the page holds stays (security R11). */
export function StepUpBar() {
  const { data } = useQuery({ ...sessionQuery, refetchInterval: LOOK_MS })
  if (!data?.user?.needs_step_up) return null
  return (
    <section className="mx-auto w-full max-w-[1440px] px-[var(--gutter)] pt-4" aria-label="Confirm it’s you">
      <SignInAgain why="You signed in more than 15 minutes ago. To make decisions, export data or open documents, sign in again. Nothing on this page is lost." />
    </section>
  )
}
