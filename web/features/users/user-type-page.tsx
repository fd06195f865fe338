import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useId, useState } from 'react'
import { CERTIFICATION_REDIRECT_MS, USER_TYPES, type UserType } from '#contract/user-types.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { chooseUserType, keepPendingChoice } from '#web/parts/user-type/choose-user-type.ts'
import { UpdateFailed } from '#web/parts/user-type/update-failed.tsx'
import { UserTypeCards } from '#web/parts/user-type/user-type-cards.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'

/** User type selection outside onboarding (onboarding §2, §4). */
export function UserTypePage() {
  usePageTitle('User Type Selection')
  const user = useUser()
  const navigate = useNavigate()
  const [chosen, setType] = useState<UserType | null>(null)
  // The person's own answer from before, not a default.
  const current = user?.user_type ?? user?.pending_user_type
  const type = chosen ?? USER_TYPES.find((one) => one === current) ?? null
  const [certificationPath, setCertificationPath] = useState<string | null>(null)
  const reasonId = useId()

  const choice = useMutation({
    mutationFn: (given: { userId: number; type: UserType }) =>
      chooseUserType(given.userId, given.type, 'standalone'),
    onSuccess: async () => {
      toast({ kind: 'success', title: 'User Type Updated' })
      await navigate({ to: pathAfterSelection() })
    },
    onError: (error, given) => {
      if (isSignedOut(error)) return window.location.assign(signInUrl(currentPath()))
      if (!isCertificationRequired(error)) return
      keepPendingChoice(given.type)
      toast({ kind: 'warning', title: 'Certification Required' })
      setCertificationPath(certificationPathOf(given.type))
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
        <UserTypeCards value={type} onValueChange={setType} disabled={certificationPath !== null} />
        {hasFailed ? <UpdateFailed onRetry={() => handleSubmit()} /> : null}
        {certificationPath ? <CertificationRedirect to={certificationPath} /> : null}
        <div className="mt-10 flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            size="lg"
            type="submit"
            disabled={type === null || certificationPath !== null}
            busy={choice.isPending}
            busyLabel="Saving..."
            aria-describedby={reasonId}
          >
            Continue
          </Button>
          <span className="text-sm text-ink-3" id={reasonId}>
            {type === null ? 'Choose a user type to continue' : null}
          </span>
        </div>
      </form>
    </Page>
  )
}

/** Says where the person is taken, and goes there after 1.5 s (onboarding §9, design §9). */
function CertificationRedirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to }), CERTIFICATION_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate, to])
  return (
    <Banner kind="info" title="Certification Required" live className="mt-6">
      This user type needs a self-certification first. We are taking you there. <Link to={to}>Go now</Link>
    </Banner>
  )
}

function isCertificationRequired(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    (error.code === 'CERTIFICATION_REQUIRED' || error.body.requiresCertification === true)
  )
}

/** Trader certification for a trader, the risk disclosure for an investor (onboarding §4). */
function certificationPathOf(type: UserType): string {
  return type === 'invest' ? paths.riskDisclosure() : paths.traderCertification()
}

/** Back into the onboarding the person came from, else to the verification page (onboarding §4). */
function pathAfterSelection(): string {
  if (localStorage.getItem(LOCAL_KEYS.userTypeFromOnboarding) !== 'true') return paths.verification()
  const type = localStorage.getItem(LOCAL_KEYS.userTypeOnboardingType)
  return type === 'consumer' ? paths.consumerOnboarding() : paths.verification()
}
