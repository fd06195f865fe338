import { useMutation } from '@tanstack/react-query'
import { USER_TYPE_CARDS } from '#contract/account/user-types.ts'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCertification } from '../certification-context.ts'
import { asHeld } from '../held-statement.ts'
import { applyUserType, refreshCertification } from '../sign-statement.ts'
import { StatementFacts } from '../statement-facts.tsx'
import { StepFrame } from '../step-frame.tsx'
import { UPDATE_FAILED } from '../update-failed.ts'

/** Step 5: what was signed, until when it counts, and where to go from here (onboarding §2). */
export function CompleteStep() {
  const { user, signed, terms, goOn, goOnLabel } = useCertification()
  const statement = signed && asHeld(signed.certification)
  const card = USER_TYPE_CARDS.find(({ id }) => id === user.user_type)
  return (
    <StepFrame
      title="Certification Completed"
      intro="Your statement is signed and recorded. We’ll send a copy to your confirmed email address."
    >
      <TypeNotice />
      {statement ? <StatementFacts statement={statement} rules={terms.rules} /> : null}
      {card ? <p className="mt-6 text-ink-2">Your user type: {card.title}.</p> : null}
      <ActionsBar>
        <Button variant="primary" size="lg" onClick={goOn}>
          {goOnLabel}
        </Button>
      </ActionsBar>
    </StepFrame>
  )
}

/** The statement counts even where the user type that waited for it could not be put into force. */
function TypeNotice() {
  const { user, signed } = useCertification()
  const again = useMutation({
    mutationFn: async () => {
      const type = signed ? await applyUserType(user, signed) : 'failed'
      if (type === 'failed') throw new Error(UPDATE_FAILED.description)
    },
    onSuccess: () => {
      void refreshCertification()
      toast({ kind: 'success', title: 'User Type Updated' })
    },
  })
  if (signed?.type !== 'failed' || again.isSuccess) return null
  return (
    <Banner kind="error" title={UPDATE_FAILED.title} live className="mt-6">
      {UPDATE_FAILED.description}{' '}
      <button className="link" type="button" disabled={again.isPending} onClick={() => again.mutate()}>
        Try Again
      </button>
    </Banner>
  )
}
