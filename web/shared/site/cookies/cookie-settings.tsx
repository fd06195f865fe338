import { useState } from 'react'
import {
  type CookiePreferences,
  currentConsent,
  NECESSARY_ONLY,
  resetPreferences,
  savePreferences,
} from '#web/lib/cookie-consent.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { CookieSwitches, PrivacyLink } from './cookie-choice.tsx'

/** The same choice later: changing, withdrawing or resetting it. */
export function CookieSettings({ onClose }: { onClose: () => void }) {
  const [wish, setWish] = useState(() => currentConsent().preferences)
  const save = (preferences: CookiePreferences) => {
    savePreferences(preferences)
    onClose()
    toast({ kind: 'success', title: 'Cookie preferences saved' })
  }
  const reset = () => {
    resetPreferences()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Cookie Settings"
      description="Turning one off stops it and deletes its data."
      footer={
        <>
          <Button onClick={() => save(NECESSARY_ONLY)}>Necessary Only</Button>
          <Button variant="primary" onClick={() => save(wish)}>
            Save Preferences
          </Button>
        </>
      }
    >
      <div className="mt-2">
        <CookieSwitches value={wish} onChange={setWish} />
      </div>
      <p className="text-sm text-ink-2">
        Read our <PrivacyLink />, or{' '}
        <button type="button" className="link" onClick={reset}>
          reset your preferences
        </button>{' '}
        and be asked again.
      </p>
    </Dialog>
  )
}
