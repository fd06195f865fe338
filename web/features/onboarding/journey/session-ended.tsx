import { useState } from 'react'
import { APPLICATION_DAYS } from '#contract/onboarding/application-claims.ts'
import { pageAddress } from '#web/lib/page-address.ts'
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
    text: `Your answers are kept on this device. Sign in again to continue where you were.${file}`,
    action: 'Sign in again',
    href: signInUrl(currentPath()),
  }
}

/** It may be an account's by now, deleted, or open in another browser alone. */
function visitorEnded() {
  return {
    title: 'This application is no longer open in this browser',
    text: `Enter its email to open it again. If you’ve created an account since, sign in to find it. We delete an application after ${APPLICATION_DAYS} days without an account.`,
    action: 'Enter your email',
    href: pageAddress('/email-collection', { returnTo: currentPath() }),
  }
}
