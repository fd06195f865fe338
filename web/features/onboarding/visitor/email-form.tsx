import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Email } from '#contract/fields.ts'
import { APPLICATION_DAYS } from '#contract/onboarding/application-claims.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { readStored } from '#web/lib/browser-storage.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { signInUrl, siteQuery } from '#web/lib/session.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { SecurityCheckLine, useSecurityCheck } from '../journey/security-check-line.tsx'
import { wantedKind, wantedPath } from './code-form.tsx'
import { enterApplication, expectCode } from './queries.ts'
import { rememberedEmail } from './stored-visitor.ts'

/**
 * Asks for the email, has the browser do its security check, and sends a code; an application open here opens
 * immediately.
 */
export function EmailForm({
  email: given,
  returnTo,
  autoFocus = false,
  onSent,
}: {
  email: string
  returnTo: string | undefined
  autoFocus?: boolean
  onSent?: () => void
}) {
  const router = useRouter()
  const { data: site } = useQuery(siteQuery)
  const { check, renew } = useSecurityCheck(site?.captchaRequired ?? false)
  const [former] = useState(rememberedEmail)
  // Only ever stored by someone who is signed in.
  const [hasUsedAccount] = useState(() => readStored('local', LOCAL_KEYS.lastInput) !== null)
  const [email, setEmail] = useState(given)
  const [error, setError] = useState<string>()
  // Pressed during the check: it continues automatically once the check has passed.
  const [isWaiting, setWaiting] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  const begin = useMutation({
    mutationFn: (captchaToken: string | undefined) =>
      api('POST /api/onboarding/email', {
        body: { email: email.trim(), captchaToken, kind: wantedKind(returnTo) },
      }),
    onSuccess: ({ applicant, code }): void => {
      expectCode(code)
      onSent?.()
      if (!applicant) return
      enterApplication(applicant)
      router.history.push(wantedPath(returnTo, applicant.kind))
    },
    onError: (failure) => {
      // A solution is valid once, even if the call failed after it was checked.
      renew()
      const message = failure instanceof ApiError ? failure.fields.email : undefined
      if (message) return refuse(message)
      // Signed in in another tab: the page shows that session.
      if (failure instanceof ApiError && failure.code === 'INVALID_STATE')
        void invalidate('GET /api/auth/user')
    },
  })

  const refuse = (message: string) => {
    setError(message)
    field.current?.focus()
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    const parsed = Email.safeParse(email)
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? 'Enter your email address')
    setError(undefined)
    begin.reset()
    if (check.kind === 'failed') renew()
    setWaiting(true)
  }

  const isBusy = begin.isPending || (isWaiting && check.kind !== 'failed')
  const isReady = isWaiting && site !== undefined && (check.kind === 'passed' || check.kind === 'off')
  const { mutate } = begin
  useEffect(() => {
    if (!isReady) return
    setWaiting(false)
    mutate(check.kind === 'passed' ? check.token : undefined)
  }, [isReady, check, mutate])

  const problem = begin.error instanceof ApiError && !begin.error.fields.email ? begin.error : null
  return (
    <form className={cardClass(true)} noValidate onSubmit={handleSubmit}>
      {former && !onSent ? (
        <Banner kind="info" title="Your application isn’t open in this browser any more" className="mb-6">
          Enter its email to open it again. We delete an application after {APPLICATION_DAYS} days without an
          account. If you’ve created one, <a href={signInUrl(wantedPath(returnTo, null))}>sign in</a> to find
          it.
        </Banner>
      ) : hasUsedAccount && !onSent ? (
        <Banner kind="info" title="Someone has used an account in this browser" className="mb-6">
          If it was you, <a href={signInUrl(wantedPath(returnTo, null))}>sign in</a> to continue there.
        </Banner>
      ) : null}
      {problem ? (
        <Banner kind="error" title="We didn’t send a code" live className="mb-6">
          {problem.message}
        </Banner>
      ) : null}
      <TextField
        ref={field}
        id="email"
        label="Email"
        hint="Use the email you’ll sign up with. Only that person can claim this application."
        error={error}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          setError(undefined)
        }}
      />
      <SecurityCheckLine check={check} onRetry={renew} />
      <Button
        className="mt-6"
        variant="primary"
        size="lg"
        block
        type="submit"
        busy={isBusy}
        busyLabel="Sending..."
      >
        Send code
      </Button>
      <p className="mt-6 text-ink-2">
        Started already? Give the same email, and we’ll open your application.
      </p>
      <p className="mt-3 text-ink-2">
        Already have an account? <a href={signInUrl(wantedPath(returnTo, null))}>Sign in</a>. Anything you
        start is saved to your account.
      </p>
      <p className="mt-3 text-sm text-ink-3">
        We use your email to save your application. Read the{' '}
        <Link to="/privacy" target="_blank" rel="noreferrer">
          privacy policy
        </Link>
        .
      </p>
    </form>
  )
}
