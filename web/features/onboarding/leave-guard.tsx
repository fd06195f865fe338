import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { DraftKeeper } from './draft-keeper.ts'

/** Asks before the person leaves with input that is saved nowhere yet; steps of the journey save by themselves. */
export function LeaveGuard({ keeper }: { keeper: DraftKeeper }) {
  const [isSaving, setSaving] = useState(false)
  const hasUnsaved = () => keeper.status().unsaved
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  const saveAndLeave = async () => {
    setSaving(true)
    await keeper.flush()
    setSaving(false)
    blocker.proceed?.()
  }
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      title="Leave this page?"
      description="Your latest answers are not saved yet."
      cancelLabel="Stay on this page"
      confirmLabel="Save and leave"
      busy={isSaving}
      busyLabel="Saving..."
      onConfirm={() => void saveAndLeave()}
    />
  )
}
