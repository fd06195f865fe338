import { useEffect, useState } from 'react'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** Seconds until a visitor is taken to sign in (onboarding §9). */
const SECONDS = 5

/**
 * Counts down and then leaves to register or sign in, unless the person stops it (onboarding §2; WCAG 2.2.1). They come
 * back to this page, which then shows the application as theirs.
 */
export function RegisterCountdown({
  isHeld = false,
  leave = (url) => window.location.assign(url),
}: {
  /** Something on the page waits for the person: they stay. */
  isHeld?: boolean
  leave?: (url: string) => void
}) {
  const [seconds, setLeft] = useState<number | 'stopped'>(SECONDS)
  const left = isHeld ? 'stopped' : seconds
  const [signIn] = useState(() => signInUrl(currentPath(), { signUp: true }))
  useEffect(() => {
    if (left === 'stopped') return
    if (left === 0) return leave(signIn)
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, leave, signIn])
  return (
    <div className="mt-6">
      <p role="status" className="text-ink-2">
        {left === 'stopped'
          ? 'Stopped. Continue when you’re ready.'
          : `We’ll take you to sign in after ${SECONDS} seconds.`}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <a className={buttonClass('primary', 'lg')} href={signIn}>
          Sign in now
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
