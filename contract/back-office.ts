import { type AnyEndpoint, endpoint } from './endpoint.ts'
import { MUTATION_LIMIT } from './users.ts'

/** Declares a change of the back office: made by administrators, within their allowance of writes (security R54). */
export function backOfficeChange<const E extends Omit<AnyEndpoint, 'access' | 'limit'>>(spec: E) {
  return endpoint({ access: 'admin', limit: MUTATION_LIMIT, ...spec })
}
