import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { UNCLAIMED_DAYS } from '#contract/claims.ts'
import { Email } from '#contract/fields.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { sessionQuery, signInUrl, siteQuery } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SecurityCheckLine } from '../journey/security-check-line.tsx'
import { useSecurityCheck } from '../journey/use-security-check.ts'
import { rememberedEmail, rememberVisitor } from './stored-visitor.ts'

/** Asks for the email, lets the browser do its security check, and goes on to where the visitor wanted to go. */
export function EmailForm({ next }: { next: string }) {
  const router = useRouter()
  const { data: site } = useQuery(siteQuery)
  const { check, renew } = useSecurityCheck(site?.captchaRequired ?? false)
  const [former] = useState(rememberedEmail)
  const [email, setEmail] = useState(former ?? '')
  const [error, setError] = useState<string>()
  // Pressed while the check was still working: it goes on by itself when the check has passed.
  const [isWaiting, setWaiting] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const begin = useMutation({
    mutationFn: (captchaToken: string | undefined) =>
      api('POST /api/onboarding/email', { body: { email: email.trim(), captchaToken } }),
    onSuccess: ({ applicant }): void => {
      rememberVisitor(applicant)
      queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant })
      router.history.push(next)
    },
    onError: (failure) => {
      // A solution counts once, even where the call failed after it was checked.
      renew()
      const message = failure instanceof ApiError ? failure.fields.email : undefined
      if (message) return refuse(message)
      // Somebody was faster in another tab: the page shows what was begun there.
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
    <form className="card pad" noValidate onSubmit={handleSubmit}>
      {former ? (
        <Banner kind="warning" title="The application begun here is no longer kept" className="mb-6">
          One that nobody registers is deleted after {UNCLAIMED_DAYS} days. If you have registered, sign in to
          find it; otherwise begin again.
        </Banner>
      ) : null}
      {problem ? (
        <Banner kind="error" title="Your application was not begun" live className="mb-6">
          {problem.message}
        </Banner>
      ) : null}
      <TextField
        ref={field}
        id="email"
        label="Email"
        hint="Use the address that you will register with: only its owner can take the application over."
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
        busyLabel="Starting..."
      >
        Start your application
      </Button>
      <p className="mt-6 text-ink-2">
        Already have an account? <a href={signInUrl(next)}>Sign in</a>. What you begin then belongs to it at
        once.
      </p>
      <p className="mt-3 text-sm text-ink-3">
        We use your email to keep your application for you. Read the{' '}
        <a href={paths.privacy()} target="_blank" rel="noreferrer">
          privacy policy
        </a>
        .
      </p>
    </form>
  )
}
