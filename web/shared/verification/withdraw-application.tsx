import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isWithdrawable } from '#domain/cases/case-moves.ts'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { toast } from '#web/ui/toast.ts'
import { type OwnCase, ownCaseQuery } from './own-case.ts'

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

/** Reopens a withdrawn or expired application, and leads into it. */
export function useStartAgain(kind: OwnCase['kind']) {
  const navigate = useNavigate()
  return useOwnMove('POST /api/onboarding/start-again', kind, () => navigate({ to: correctionPath(kind) }))
}

/** The button for it; nothing if the application hasn't ended. */
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

/** An action on one's own case whose response is the case's new state. */
function useOwnMove(
  call: 'POST /api/onboarding/withdraw' | 'POST /api/onboarding/start-again',
  kind: OwnCase['kind'],
  onDone: () => unknown,
) {
  return useMutation({
    mutationFn: () => api(call, { body: { kind } }),
    onSuccess: async (answer) => {
      queryClient.setQueryData(ownCaseQuery(kind).queryKey, { case: answer.case })
      await onDone()
      await invalidate(
        'GET /api/verification/status',
        'GET /api/auth/user',
        'GET /api/documents',
        'GET /api/documents/former',
        'GET /api/onboarding/kyc-profile-by-user/:id',
        'GET /api/user/profile',
        'GET /api/notices',
      )
    },
  })
}
