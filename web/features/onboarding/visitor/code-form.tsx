import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { CODE_MINUTES, CODE_WAIT_SECONDS } from '#contract/onboarding/application-claims.ts'
import type { SentCode } from '#contract/onboarding/visitors.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { cardClass } from '#web/ui/card-class.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { enterApplication, expectCode } from './queries.ts'

/** Asks for the mailed code, and opens that address's application where the visitor wanted to go. */
export function CodeForm({
  sent,
  returnTo,
  isKnown,
  onKnown,
  onChangeAddress,
}: {
  sent: SentCode
  returnTo: string | undefined
  /** Whether the address has an account: only its owner is told, once they have proved that it is theirs. */
  isKnown: boolean
  onKnown: (isKnown: boolean) => void
  onChangeAddress: () => void
}) {
  const router = useRouter()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const wait = useSecondsUntil(sent.resendAt)
  useEffect(() => field.current?.focus(), [])

  const refuse = (message: string) => {
    setError(message)
    field.current?.focus()
  }
  const prove = useMutation({
    mutationFn: () => api('POST /api/onboarding/email/prove', { body: { code } }),
    onSuccess: async ({ applicant }) => {
      if (!applicant) return onKnown(true)
      enterApplication(applicant)
      // `href` decides where it leads; the types require `to` as well.
      await router.navigate({ to: '/onboarding/consumer', href: wantedPath(returnTo, applicant.kind) })
      // Not before, so that this form stays until the application is shown.
      expectCode(null)
    },
    onError: (failure) => {
      const message = failure instanceof ApiError ? failure.fields.code : undefined
      if (message) refuse(message)
    },
  })
  const again = useMutation({
    mutationFn: () => api('POST /api/onboarding/email/code'),
    onSuccess: (answer) => {
      expectCode(answer.code)
      setCode('')
      setError(undefined)
      prove.reset()
      field.current?.focus()
    },
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (prove.isPending) return
    again.reset()
    if (!/^\d{6}$/.test(code)) return refuse('Enter the 6-digit code')
    setError(undefined)
    prove.mutate()
  }

  if (isKnown)
    return (
      <KnownAddress
        email={sent.email}
        next={wantedPath(returnTo, null)}
        onChangeAddress={() => {
          expectCode(null)
          onKnown(false)
          onChangeAddress()
        }}
      />
    )
  const refusal = prove.error instanceof ApiError && !prove.error.fields.code ? prove.error : again.error
  return (
    <form className={cardClass(true)} noValidate onSubmit={handleSubmit}>
      <h2>Check your email</h2>
      <p className="mt-2 text-ink-2">
        We’ve sent a 6-digit code to <EmailText address={sent.email} />. It works for {CODE_MINUTES} minutes.
      </p>
      <p className="mt-2 mb-6">
        Wrong address?{' '}
        <button type="button" className="link" onClick={onChangeAddress}>
          Change it
        </button>
      </p>
      {refusal ? (
        <Banner
          kind="error"
          title={again.error ? 'We couldn’t send a new code' : 'We couldn’t check the code'}
          live
          className="mb-6"
        >
          {refusal.message}
        </Banner>
      ) : null}
      {again.isSuccess && !prove.error ? (
        <Banner kind="success" title="We’ve sent a new code" live className="mb-6">
          The one before no longer works.
        </Banner>
      ) : null}
      <TextField
        ref={field}
        id="code"
        label="6-digit code"
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        className="mono"
        value={code}
        onChange={(event) => {
          // Accepts the code as people paste it: with spaces, or with surrounding text.
          setCode(event.target.value.replace(/\D/g, '').slice(0, 6))
          setError(undefined)
        }}
      />
      <Button
        className="mt-6"
        variant="primary"
        size="lg"
        block
        type="submit"
        busy={prove.isPending}
        busyLabel="Checking..."
      >
        Continue
      </Button>
      <p className="mt-6 text-ink-2">Nothing there? Check your spam folder.</p>
      <Button
        className="mt-3"
        busy={again.isPending}
        busyLabel="Sending..."
        disabled={wait > 0}
        onClick={() => again.mutate()}
      >
        {wait > 0 ? `Send a new code in ${wait} s` : 'Send a new code'}
      </Button>
    </form>
  )
}

/** Tells someone with an account before they fill in anything: they may already have an application there. */
function KnownAddress({
  email,
  next,
  onChangeAddress,
}: {
  email: string
  /** Where they wanted to go. */
  next: string
  onChangeAddress: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={cardClass(true)} aria-labelledby="known">
      <h2 id="known" ref={heading} tabIndex={-1}>
        You already have an account
      </h2>
      <p className="mt-2 text-ink-2">
        Sign in with <EmailText address={email} />. Anything you’ve started is there.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a className={buttonClass('primary', 'lg')} href={signInUrl(next)}>
          Sign in
        </a>
        <Button size="lg" onClick={onChangeAddress}>
          Use another email
        </Button>
      </div>
    </section>
  )
}

/** Counts down to a time on the server; a wrong local clock never makes the wait longer than usual. */
function useSecondsUntil(moment: string): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.ceil((new Date(moment).getTime() - now) / 1000)
  const wait = Math.min(Math.max(left, 0), CODE_WAIT_SECONDS)
  useEffect(() => {
    if (wait === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [wait])
  return wait
}

/**
 * Where a visitor wanted to go, if it is a page of this site; otherwise their application, by default the
 * consumer's.
 */
export function wantedPath(returnTo: string | undefined, kind: CaseKind | null): string {
  const path = safeReturnPath(returnTo)
  if (path !== '/') return path
  return kind === 'business' ? '/onboarding/business' : '/onboarding/consumer'
}

/** The kind of account that a visitor came for, if the page they wanted determines it. */
export function wantedKind(returnTo: string | undefined): CaseKind | undefined {
  const path = safeReturnPath(returnTo)
  if (path.startsWith('/onboarding/business')) return 'business'
  return path.startsWith('/onboarding/consumer') ? 'consumer' : undefined
}
