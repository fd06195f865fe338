import { useState } from 'react'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/**
 * The session ended in the middle of the form: nothing is lost, and signing in comes back to this step. Closing the
 * dialog leaves a banner, so that the person can still copy what they see.
 */
export function SessionEnded({ hasEnded, hasFile }: { hasEnded: boolean; hasFile: boolean }) {
  const [isOpen, setOpen] = useState(hasEnded)
  if (!hasEnded) return null
  // Browsers keep no file over a sign-in.
  const file = hasFile ? ' Choose the file again after you sign in.' : ''
  const signIn = signInUrl(currentPath())
  return (
    <>
      {isOpen ? null : (
        <Banner kind="warning" title="Your session has ended" live className="mx-auto mb-24 max-w-[620px]">
          Your answers are kept on this device.{file} <a href={signIn}>Sign in again</a>
        </Banner>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="sm"
        title="Your session has ended"
        description={`Your answers are kept on this device. Sign in again to go on where you were.${file}`}
        footer={
          <a className={buttonClass('primary')} href={signIn}>
            Sign in again
          </a>
        }
      />
    </>
  )
}
