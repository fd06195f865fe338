import { useBlocker } from '@tanstack/react-router'
import { UNSENT_QUESTIONS, type Unsent } from '#web/shared/documents/unsent-files.ts'
import { LeaveDialog } from '#web/ui/leave-dialog.tsx'

/** Asks before a file that is not sent is lost by leaving the documents. */
export function UnsentGuard({ unsent }: { unsent: Unsent | null }) {
  const blocker = useBlocker({
    shouldBlockFn: () => unsent !== null,
    enableBeforeUnload: () => unsent !== null,
    withResolver: true,
  })
  return <LeaveDialog blocker={blocker} {...UNSENT_QUESTIONS[unsent ?? 'chosen']} />
}
