import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { AUTO_ADVANCE_MS, type UserType } from '#contract/account/user-types.ts'
import { autoAdvances } from '#domain/onboarding/onboarding-flow.ts'
import { NOW_OR_LATER, needsSelfCertification, WITH_AN_ACCOUNT } from '#domain/onboarding/user-type.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { sendUserType } from '#web/shared/onboarding/choose-user-type.ts'
import { UpdateFailed, UserTypeCards } from '#web/shared/onboarding/user-type-cards.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { toast } from '#web/ui/toast.ts'
import { useJourney } from '../journey/journey.ts'
import { StepActions, StepFrame } from '../journey/step-frame.tsx'

/** Step 7: what the person wants to do; some choices continue automatically (onboarding §4.1). */
export function UserTypeStep() {
  const form = useFormContext<{ userType: UserType | null }>()
  const { applicant, kind, goOn, correction, onSignedOut } = useJourney()
  const type = form.watch('userType')
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  const choice = useMutation({
    mutationFn: async (chosen: UserType) => {
      await Promise.all([sendUserType(applicant.userId, chosen, kind), wait(AUTO_ADVANCE_MS)])
    },
    onSuccess: (_answer, chosen): void => {
      if (!mounted.current) return
      // Another card may have been chosen meanwhile.
      const latest = form.getValues('userType')
      if (latest !== chosen) {
        if (latest && autoAdvances(latest)) choice.mutate(latest)
        return
      }
      toast({ kind: 'success', title: 'User Type Updated' })
      goOn()
    },
    onError: (error) => {
      if (isSignedOut(error)) onSignedOut()
    },
  })

  const select = (chosen: UserType) => form.setValue('userType', chosen)
  const confirm = (chosen: UserType | null) => {
    if (chosen && !choice.isPending) choice.mutate(chosen)
  }
  const handleChoose = (chosen: UserType) => {
    select(chosen)
    if (autoAdvances(chosen)) confirm(chosen)
  }

  return (
    <StepFrame
      title="User Type Selection"
      intro="Choose what fits you best. It decides what we ask you next; you can change it later."
    >
      <UserTypeCards
        value={type}
        advances
        disabled={correction !== null}
        onValueChange={select}
        onChoose={handleChoose}
      />
      {type && needsSelfCertification(type) ? <CertificationNote isVisitor={applicant.isVisitor} /> : null}
      {choice.isError && !isSignedOut(choice.error) ? <UpdateFailed onRetry={() => confirm(type)} /> : null}
      <StepActions
        onContinue={correction ? goOn : () => confirm(type)}
        busy={choice.isPending}
        waitingFor={type ? null : 'Choose a user type to continue'}
      />
    </StepFrame>
  )
}

/** Trader and investor choices pause here: what comes next, and when (onboarding §4.4). */
function CertificationNote({ isVisitor }: { isVisitor: boolean }) {
  return (
    <Banner kind="info" title="What comes next" live className="mt-6">
      {isVisitor ? WITH_AN_ACCOUNT : NOW_OR_LATER} Your identity check continues meanwhile.
    </Banner>
  )
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
