import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useId, useState } from 'react'
import { CERTIFICATION_REDIRECT_MS, USER_TYPES, type UserType } from '#contract/account/user-types.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { writeStored } from '#web/lib/browser-storage.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { sendUserType, storePendingChoice } from '#web/shared/onboarding/choose-user-type.ts'
import {
  type CertificationWay,
  certificationWay,
  pathAfterSelection,
} from '#web/shared/onboarding/next-place.ts'
import { rememberedOnboarding } from '#web/shared/onboarding/onboarding-context.ts'
import { UpdateFailed, UserTypeCards } from '#web/shared/onboarding/user-type-cards.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'

/** User type selection outside onboarding (onboarding §4.4). */
export function UserTypePage() {
  usePageTitle('User Type Selection')
  const user = useUser()
  const navigate = useNavigate()
  const [chosen, setType] = useState<UserType | null>(null)
  // The person's own earlier answer, not a default.
  const current = user?.user_type ?? user?.pending_user_type
  const type = chosen ?? USER_TYPES.find((userType) => userType === current) ?? null
  const [way, setWay] = useState<CertificationWay | null>(null)
  const reasonId = useId()

  const choice = useMutation({
    mutationFn: (given: { userId: number; type: UserType }) =>
      sendUserType(given.userId, given.type, 'standalone'),
    onSuccess: async () => {
      toast({ kind: 'success', title: 'User Type Updated' })
      await navigate({ to: pathAfterSelection(rememberedOnboarding()) })
    },
    onError: (error, given) => {
      if (isSignedOut(error)) return window.location.assign(signInUrl(currentPath()))
      if (!isCertificationRequired(error)) return
      const required = certificationWay(given.type)
      storePendingChoice(given.userId, given.type)
      if (required.next) writeStored('local', LOCAL_KEYS.onboardingNextStep, required.next)
      toast({ kind: 'warning', title: 'Certification Required' })
      setWay(required)
    },
  })

  const handleSubmit = (event?: SubmitEvent) => {
    event?.preventDefault()
    if (user && type) choice.mutate({ userId: user.id, type })
  }

  const hasFailed = choice.isError && !isCertificationRequired(choice.error)
  return (
    <Page width="narrow">
      <form className="mx-auto max-w-[720px]" noValidate onSubmit={handleSubmit}>
        <h1 tabIndex={-1}>User Type Selection</h1>
        <p className="mt-3 mb-8 text-ink-2">Choose what fits you best. You can change it later.</p>
        <UserTypeCards value={type} onValueChange={setType} disabled={way !== null} />
        {hasFailed ? <UpdateFailed onRetry={() => handleSubmit()} /> : null}
        {/* Always rendered, so that screen readers announce what appears in it. */}
        <div role="status">{way ? <CertificationRedirect way={way} /> : null}</div>
        <div className="mt-10 flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            size="lg"
            type="submit"
            disabled={type === null || way !== null}
            busy={choice.isPending}
            busyLabel="Saving..."
            aria-describedby={reasonId}
          >
            Continue
          </Button>
          <span className="text-sm text-ink-3" id={reasonId}>
            {way ? 'Your certification comes first' : null}
            {type === null ? 'Choose a user type to continue' : null}
          </span>
        </div>
      </form>
    </Page>
  )
}

/** Says where the person is being taken, and navigates after 1.5 s (onboarding §4.4, design §9.3). */
function CertificationRedirect({ way: { path, sentence } }: { way: CertificationWay }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: path }), CERTIFICATION_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate, path])
  return (
    <Banner kind="info" title="Certification Required" className="mt-6">
      {sentence} <Link to={path}>Go now</Link>
    </Banner>
  )
}

function isCertificationRequired(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    (error.code === 'CERTIFICATION_REQUIRED' || error.body.requiresCertification === true)
  )
}
