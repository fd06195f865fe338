import { useState } from 'react'
import { UNCLAIMED_DAYS } from '#contract/claims.ts'
import { paths } from '#web/lib/paths.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useJourney } from './journey.ts'

/**
 * The session ended in the middle of the form: nothing is lost, and signing in comes back to this step. Closing the
 * dialog leaves a banner, so that the person can still copy what they see.
 */
export function SessionEnded({ hasEnded, hasFile }: { hasEnded: boolean; hasFile: boolean }) {
  const { applicant } = useJourney()
  const [isOpen, setOpen] = useState(hasEnded)
  if (!hasEnded) return null
  const { title, text, action, href } = applicant.isVisitor ? visitorEnded() : userEnded(hasFile)
  return (
    <>
      {isOpen ? null : (
        <Banner kind="warning" title={title} live className="mx-auto mb-24 max-w-[620px]">
          {text} <a href={href}>{action}</a>
        </Banner>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="sm"
        title={title}
        description={text}
        footer={
          <a className={buttonClass('primary')} href={href}>
            {action}
          </a>
        }
      />
    </>
  )
}

function userEnded(hasFile: boolean) {
  // Browsers keep no file over a sign-in.
  const file = hasFile ? ' Choose the file again after you sign in.' : ''
  return {
    title: 'Your session has ended',
    text: `Your answers are kept on this device. Sign in again to go on where you were.${file}`,
    action: 'Sign in again',
    href: signInUrl(currentPath()),
  }
}

/** Nobody signs in to a visitor's application again: it is an account's now, deleted, or older than it may be. */
function visitorEnded() {
  return {
    title: 'This application is no longer open here',
    text: `An application that nobody registers is kept for ${UNCLAIMED_DAYS} days. If you have registered since, sign in to go on with yours; otherwise begin again.`,
    action: 'Sign in or begin again',
    href: `${paths.emailCollection()}?${new URLSearchParams({ returnTo: currentPath() })}`,
  }
}
