import { lazy, Suspense, useState } from 'react'

const PrivacyDialog = lazy(async () => ({
  default: (await import('../legal/privacy-dialog.tsx')).PrivacyDialog,
}))

/** Words that open the privacy policy over the question it belongs to. */
export function PrivacyLink() {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  return (
    <>
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => setState('open')}>
        privacy policy
      </button>
      {state === 'unloaded' ? null : (
        <Suspense fallback={null}>
          <PrivacyDialog open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
