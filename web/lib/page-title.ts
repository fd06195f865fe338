import { useEffect } from 'react'
import { COMPANY } from '#contract/company.ts'

/** Titles the document `<page> – Verdaccord` while the page shows. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = pageTitle(page)
  }, [page])
}

/** The title of the document while a page shows. */
export function pageTitle(page: string): string {
  return `${page} – ${COMPANY.name}`
}
