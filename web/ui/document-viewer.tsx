import * as RadixTabs from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { cardClass } from './card-class.ts'
import { Thumbnail } from './thumbnail.tsx'
import { STAGE_CLASS } from './viewer-bar.tsx'

export type ViewerDocument<Id extends string> = {
  id: Id
  /** "ID front" */
  label: string
  /** Small preview; an icon if null. */
  thumbnailUrl?: string | null
  /** The thumbnail's text if there is no file: "Missing". */
  without?: string
}

export type DocumentViewerProps<Id extends string> = {
  documents: readonly ViewerDocument<Id>[]
  value: Id
  onValueChange: (id: Id) => void
  /** ViewerToolbar */
  toolbar: ReactNode
  /** The stage: the shown document, its skeleton or its error. */
  children: ReactNode
}

const THUMB_CLASS =
  'grid content-start gap-2 rounded-2 border border-line px-1.5 pt-1.5 pb-2 text-left text-sm/5 font-[520] text-ink-2 aria-selected:border-brand aria-selected:font-[620] aria-selected:text-ink aria-selected:shadow-[inset_0_0_0_1px_var(--brand)]'

/**
 * The document viewer's frame: toolbar, stage and the thumbnails as tabs. It stays in place while the data
 * scrolls.
 */
export function DocumentViewer<Id extends string>({
  documents,
  value,
  onValueChange,
  toolbar,
  children,
}: DocumentViewerProps<Id>) {
  const handleChange = (next: string) => {
    const found = documents.find((document) => document.id === next)
    if (found) onValueChange(found.id)
  }
  return (
    <RadixTabs.Root asChild value={value} onValueChange={handleChange}>
      <section
        className={cardClass(false, 'overflow-hidden xl:sticky xl:top-22')}
        aria-label="Document viewer"
      >
        {toolbar}
        <RadixTabs.Content className={STAGE_CLASS} value={value}>
          {children}
        </RadixTabs.Content>
        <RadixTabs.List
          className="grid grid-cols-4 gap-3 border-t border-line px-5 py-4 max-sm:grid-cols-2 max-sm:p-3"
          aria-label="Documents"
        >
          {documents.map((document) => (
            <RadixTabs.Trigger className={THUMB_CLASS} key={document.id} value={document.id}>
              <Thumbnail fills="card" src={document.thumbnailUrl} text={document.without} />
              <span className="px-1">{document.label}</span>
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
      </section>
    </RadixTabs.Root>
  )
}
