import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { isReadingReason, NO_READING_REASON, READING_REASON } from '#contract/documents/reading-reasons.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useMay } from '#web/lib/may.tsx'
import { invalidate } from '#web/lib/query-client.ts'
import { needsSignIn, SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { isHeldByOther } from './case-ownership.tsx'
import { isOpen, useCaseChange } from './use-case-change.ts'

type Props = {
  userId: number
  reviewCase: ReviewCase
  documentId: string
  /** Whether the page has a button to claim the case elsewhere. */
  isClaimElsewhere?: boolean
}

/**
 * Shown instead of a document: its reader claims the case, or says why they open documents without claiming it
 * (security R11).
 */
export function ReadingReason({ userId, reviewCase, documentId, isClaimElsewhere = false }: Props) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  // The form is then gone, and its container shows the document.
  const showStage = () => form.current?.closest<HTMLElement>('[role=tabpanel]')?.focus()
  const claim = useCaseChange(userId, () =>
    api('POST /api/admin/users/:id/kyc-claim', { params: { id: userId }, body: { kind: reviewCase.kind } }),
  )
  const give = useMutation({
    mutationFn: () =>
      api('POST /api/documents/:id/reason', { params: { id: documentId }, body: { reason: reason.trim() } }),
    retry: false,
    onSuccess: () => {
      showStage()
      return invalidate('GET /api/admin/users/:id/kyc-case')
    },
  })
  const mayWork = useMay('cases.work')
  const mayClaim = mayWork && isOpen(reviewCase) && reviewCase.mayDecide && !isHeldByOther(reviewCase)
  const fields = give.error instanceof ApiError ? give.error.fields : {}
  const failed = claim.error ?? (fields.reason ? null : give.error)
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isReadingReason(reason)) return setProblem(NO_READING_REASON)
    give.mutate()
  }
  return (
    <form
      ref={form}
      className={cardClass(false, 'w-full max-w-[480px] p-6')}
      aria-labelledby="reading-reason"
      onSubmit={handleSubmit}
      noValidate
    >
      <h3 id="reading-reason" className="text-h4 mb-2">
        Why are you opening these documents?
      </h3>
      {mayClaim ? (
        <>
          <p className="mb-3">Claim the case to review it, or give another reason.</p>
          {isClaimElsewhere ? null : (
            <Button
              className="mb-5"
              busy={claim.isPending}
              busyLabel="Claiming..."
              onClick={() => claim.mutate(undefined, { onSuccess: showStage })}
            >
              Claim and open
            </Button>
          )}
        </>
      ) : (
        <p className="mb-3">You aren’t reviewing this case.</p>
      )}
      <TextArea
        label="Reason"
        hint="It’s kept in the audit log. The user never sees it."
        rows={3}
        maxLength={READING_REASON.max}
        error={problem ?? fields.reason}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          setProblem(undefined)
          if (give.error) give.reset()
        }}
      />
      {failed && needsSignIn(failed) ? (
        <SignInAgain className="mt-3" />
      ) : failed ? (
        <Banner kind="error" title="Nothing was opened" className="mt-3" live>
          {failed.message}
        </Banner>
      ) : null}
      <Button type="submit" className="mt-4" busy={give.isPending} busyLabel="Opening...">
        Open documents
      </Button>
    </form>
  )
}
