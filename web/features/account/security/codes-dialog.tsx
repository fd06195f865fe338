import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** The recovery codes, for the only time. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [copied, setCopied] = useState<'copied' | 'failed'>()
  const handleCopy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('copied'),
      () => setCopied('failed'),
    )
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      dismissible={false}
      title="Save your recovery codes"
      description="If you lose your device, one of these codes and your password sign you in. Keep them somewhere safe: we can’t show them again."
      footer={
        <>
          <Button onClick={handleCopy}>Copy codes</Button>
          <Button variant="primary" onClick={onClose}>
            I’ve saved them
          </Button>
        </>
      }
    >
      <ul className="mono mt-4 grid grid-cols-2 gap-2" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-3" role="status">
        {copied === 'copied'
          ? 'Copied.'
          : copied === 'failed'
            ? 'Your browser didn’t allow it. Select the codes and copy them.'
            : ''}
      </p>
    </Dialog>
  )
}
