import { useQuery } from '@tanstack/react-query'
import { COMPANY, type Company } from '#contract/company.ts'
import { siteQuery } from './session.ts'

/** The company constants of this deployment; the product's own until they have arrived. */
export function useCompany(): Company {
  const { data } = useQuery(siteQuery)
  return data?.company ?? COMPANY
}

/** A line of the footer, with what the company may say of its authorisation: nothing by default (choices §4). */
export function footerNotice(line: string, { authorisation }: Company): string {
  return authorisation ? `${line} ${authorisation}` : line
}

/** Where terms and privacy policy of this deployment are; undefined until it is known. */
export function useLegalUrls() {
  const { data, isError } = useQuery(siteQuery)
  return data?.legal ?? (isError ? OWN_DOCUMENTS : undefined)
}

const OWN_DOCUMENTS = { termsUrl: '/api/terms-static', privacyUrl: '/api/privacy-static' }
