import { useState } from 'react'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'

const PrivacyDialog = lazyOverlay(() => import('../legal/privacy-dialog.tsx'), 'PrivacyDialog')

/** Words that open the privacy policy over the question it belongs to. */
export function PrivacyLink() {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  return (
    <>
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => setState('open')}>
        privacy policy
      </button>
      {state === 'unloaded' ? null : (
        <PrivacyDialog open={state === 'open'} onClose={() => setState('closed')} />
      )}
    </>
  )
}
