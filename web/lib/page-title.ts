import { useEffect } from 'react'
import { COMPANY } from '#contract/company.ts'

/** Sets the document's title to `<page> – Verdaccord` while the page is shown. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = pageTitle(page)
  }, [page])
}

/** The document's title for a page. */
export function pageTitle(page: string): string {
  return `${page} – ${COMPANY.name}`
}
