import { useState } from 'react'
import { downloadDocument } from '#web/shared/documents/download-document.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'

const DocumentDialog = lazyOverlay(() => import('./document-dialog.tsx'), 'DocumentDialog')

/** Looking at a stored document page by page, and the untouched original as a file. */
export function DocumentLinks({ url, name }: { url: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        View<span className="sr-only"> {name}</span>
      </button>{' '}
      ·{' '}
      <a href={`${url}?download=1`} download onClick={(event) => void downloadDocument(event)}>
        Download<span className="sr-only"> {name}</span>
      </a>
      {isOpen ? <DocumentDialog url={url} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
