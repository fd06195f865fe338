import { useEffect, useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** Seconds until a visitor is taken to sign in (onboarding §9). */
const SECONDS = 5
const SIGN_IN = signInUrl(paths.verification())

/** Counts down and then leaves for sign-in, unless the person stops it (onboarding §2; WCAG 2.2.1). */
export function RegisterCountdown({ leave = () => window.location.assign(SIGN_IN) }: { leave?: () => void }) {
  const [left, setLeft] = useState<number | 'stopped'>(SECONDS)
  useEffect(() => {
    if (left === 'stopped') return
    if (left === 0) return leave()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, leave])
  return (
    <div className="mt-6">
      <p role="status" className="text-ink-2">
        {left === 'stopped'
          ? 'Stopped. Go on when you are ready.'
          : `You are taken to sign in after ${SECONDS} seconds.`}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <a className={buttonClass('primary', 'lg')} href={SIGN_IN}>
          Register or log in now
        </a>
        {left === 'stopped' ? null : (
          <Button size="lg" onClick={() => setLeft('stopped')}>
            Stay on this page
          </Button>
        )}
        {left === 'stopped' ? null : (
          <span className="text-ink-3 tabular-nums" aria-hidden="true">
            {left} s
          </span>
        )}
      </div>
    </div>
  )
}
