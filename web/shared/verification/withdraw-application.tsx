import { useState } from 'react'
import { isWithdrawable } from '#domain/cases/case-moves.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { toast } from '#web/ui/toast.ts'
import type { OwnCase } from './own-case.ts'
import { useOwnMove, useStartAgain } from './own-moves.ts'

const ConfirmDialog = lazyOverlay(() => import('#web/ui/confirm-dialog.tsx'), 'ConfirmDialog')

type Props = { own: Pick<OwnCase, 'state' | 'kind'> }
type WithdrawProps = Props & {
  /** Of a visitor's application: until when it is kept without an account. */
  keptUntil?: string
  /** Called when the question opens. */
  onAsk?: () => void
}

/** Withdraws a submission, after explaining what that means; nothing if there is none to withdraw. */
export function WithdrawApplication({ own, keptUntil, onAsk }: WithdrawProps) {
  const [isAsking, setAsking] = useState(false)
  const withdraw = useOwnMove('POST /api/onboarding/withdraw', own.kind, () => {
    setAsking(false)
    toast({
      kind: 'success',
      title: 'Application withdrawn',
      description: keptUntil
        ? `You can start again until ${formatDate(keptUntil)}.`
        : 'You can start again at any time.',
    })
  })
  if (!isWithdrawable(own.state)) return null
  return (
    <>
      <Button
        onClick={() => {
          setAsking(true)
          onAsk?.()
        }}
      >
        Withdraw application
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        onClose={() => setAsking(false)}
        title="Withdraw your application?"
        description={
          keptUntil
            ? `We haven’t started checking it. We keep your answers and documents until ${formatDate(keptUntil)}, so you can change them and submit again. Then we delete them, unless you’ve created an account.`
            : 'We’ll stop checking it. Your answers and documents are kept, so you can change them and submit again. A new submission goes to the back of the queue.'
        }
        confirmLabel="Withdraw"
        cancelLabel="Keep it"
        danger
        busy={withdraw.isPending}
        busyLabel="Withdrawing..."
        error={withdraw.error ? { title: 'Nothing was withdrawn', message: withdraw.error.message } : null}
        onConfirm={() => withdraw.mutate()}
      />
    </>
  )
}

/** Starts an ended application again; nothing if it hasn't ended. */
export function StartAgain({ own, className }: Props & { className?: string }) {
  const start = useStartAgain(own.kind)
  if (own.state !== 'withdrawn' && own.state !== 'expired') return null
  return (
    <div className={className}>
      <Button
        variant="primary"
        size="lg"
        busy={start.isPending}
        busyLabel="Starting..."
        onClick={() => start.mutate()}
      >
        Start again
      </Button>
      {start.error ? (
        <p className="mt-3 text-red-ink" role="alert">
          {start.error.message}
        </p>
      ) : null}
    </div>
  )
}
