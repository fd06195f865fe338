import { useQuery } from '@tanstack/react-query'
import { COMPANY } from '#contract/company.ts'
import { siteQuery } from './session.ts'

/** The company constants of this deployment; the product's own until they have arrived. */
export function useCompany() {
  const { data } = useQuery(siteQuery)
  return data?.company ?? COMPANY
}
