import { useBlocker } from '@tanstack/react-router'
import { UNSENT_QUESTIONS, type Unsent } from '#web/parts/documents/unsent-files.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before a file that is not sent is lost by leaving the documents. */
export function UnsentGuard({ unsent }: { unsent: Unsent | null }) {
  const blocker = useBlocker({
    shouldBlockFn: () => unsent !== null,
    enableBeforeUnload: () => unsent !== null,
    withResolver: true,
  })
  const question = UNSENT_QUESTIONS[unsent ?? 'chosen']
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      title="Leave this page?"
      description={question.description}
      cancelLabel="Stay on this page"
      confirmLabel={question.confirmLabel}
      isCancelFirst
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
