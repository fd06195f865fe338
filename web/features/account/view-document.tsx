import { type ReactNode, useState } from 'react'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'

const DocumentDialog = lazyOverlay(() => import('./document-dialog.tsx'), 'DocumentDialog')

/** Words that open a stored document over the page. */
export function ViewDocument({ url, name, children }: { url: string; name: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen ? <DocumentDialog url={url} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
