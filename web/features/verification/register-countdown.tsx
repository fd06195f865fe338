import { useEffect, useRef, useState } from 'react'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** Seconds until a visitor is taken to sign in (onboarding §2.9). */
const SECONDS = 5

/**
 * Counts down and then leaves to register or sign in, unless the person stops it (onboarding §2.9; WCAG 2.2.1).
 * They return to this page, which then shows the application as theirs.
 */
export function RegisterCountdown({
  isHeld = false,
  leave = (url) => window.location.assign(url),
}: {
  /** Pauses the countdown while something on the page needs an answer. */
  isHeld?: boolean
  leave?: (url: string) => void
}) {
  const [seconds, setLeft] = useState<number | 'stopped'>(SECONDS)
  const left = isHeld ? 'stopped' : seconds
  const [signIn] = useState(() => signInUrl(currentPath(), { signUp: true }))
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (left === 'stopped') return
    if (left === 0) return leave(signIn)
    const timer = setInterval(() => {
      if (!isCovered(stop.current)) setLeft(left - 1)
    }, 1000)
    return () => clearInterval(timer)
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
          <Button ref={stop} size="lg" onClick={() => setLeft('stopped')}>
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

/**
 * Whether something covers the button, as the cookie question may on a phone: until it is closed no one can
 * stop the countdown.
 */
function isCovered(button: HTMLButtonElement | null): boolean {
  if (!button) return false
  const { left, top, width, height } = button.getBoundingClientRect()
  const shown = document.elementFromPoint(left + width / 2, top + height / 2)
  return shown !== null && !button.contains(shown)
}
