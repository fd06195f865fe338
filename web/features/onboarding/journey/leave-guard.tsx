import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isLost, UNSENT_QUESTIONS, type Unsent } from '#web/shared/documents/unsent-files.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import type { DraftSaver } from './draft-saver.ts'

const LeaveDialog = lazyOverlay(() => import('#web/ui/confirm-dialog.tsx'), 'LeaveDialog')

/** How many milliseconds the first screen gets before the dialogs are fetched. */
const READ_MS = 500

const ANSWERS_QUESTION = {
  description: 'Your latest answers aren’t saved yet.',
  confirmLabel: 'Save and leave',
}
const LOST_QUESTION = {
  description:
    'We couldn’t save your latest answers on this device or to your account. If you leave, they’ll be lost.',
  confirmLabel: 'Leave without saving',
}

/**
 * Asks for confirmation before input that isn't saved anywhere is lost by leaving. Between the journey's steps
 * answers are saved without asking, but a file that isn't uploaded would be lost there too.
 */
export function LeaveGuard({
  saver,
  unsent,
  hasEnded,
}: {
  saver: Pick<DraftSaver<object>, 'status' | 'flush'>
  unsent: Unsent | null
  /** Whether the session has ended: its dialog has said that the file must be chosen again. */
  hasEnded: boolean
}) {
  const [isSaving, setSaving] = useState(false)
  // What the open question is about; an upload may finish meanwhile.
  const [asked, setAsked] = useState<Unsent | null>(null)
  const [hasFailed, setFailed] = useState(false)
  // Fetched in advance, because there may be no connection when the dialog is needed.
  useEffect(() => {
    const timer = setTimeout(() => void LeaveDialog.preload().catch(() => {}), READ_MS)
    return () => clearTimeout(timer)
  }, [])
  const hasUnsaved = () => saver.status().unsaved
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isSamePage = current.pathname === next.pathname
      if (isSamePage && stepIn(current.search) === stepIn(next.search)) return false
      setAsked(unsent)
      setFailed(false)
      return unsent !== null || (!isSamePage && hasUnsaved())
    },
    enableBeforeUnload: () => hasUnsaved() || (isLost(unsent) && !hasEnded),
    withResolver: true,
  })
  const saveAndLeave = async () => {
    setSaving(true)
    await saver.flush()
    setSaving(false)
    if (hasUnsaved()) setFailed(true)
    else blocker.proceed?.()
  }
  const question = asked ? UNSENT_QUESTIONS[asked] : ANSWERS_QUESTION
  return (
    <LeaveDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      blocker={blocker}
      {...(hasFailed ? LOST_QUESTION : question)}
      busy={isSaving}
      busyLabel="Saving..."
      onLeave={hasFailed ? undefined : () => void saveAndLeave()}
    />
  )
}

function stepIn(search: object): unknown {
  return 'step' in search ? search.step : undefined
}
