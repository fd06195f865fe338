import { useQuery } from '@tanstack/react-query'
import { COMPANY, type Company } from '#contract/company.ts'
import { siteQuery } from './session.ts'

/** This deployment's company; the product's own until the answer has arrived. */
export function useCompany(): Company {
  const { data } = useQuery(siteQuery)
  return data?.company ?? COMPANY
}

/** A line of the footer, with a statement about the company's authorisation if one is configured (choices §4.4). */
export function footerNotice(line: string, { authorisation }: Company): string {
  return authorisation ? `${line} ${authorisation}` : line
}

/** What this deployment's terms and privacy policy depend on, such as their URLs; undefined until known. */
export function useLegal() {
  const { data, isError } = useQuery(siteQuery)
  return data?.legal ?? (isError ? OWN_DOCUMENTS : undefined)
}

const OWN_DOCUMENTS = {
  termsUrl: '/api/terms-static',
  privacyUrl: '/api/privacy-static',
  faceComparisonBasis: null,
}
