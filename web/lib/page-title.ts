import { useEffect } from 'react'
import { COMPANY } from '#contract/company.ts'

/** Titles the document `<page> – Verdaccord` while the page shows. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} – ${COMPANY.name}`
  }, [page])
}
