import { type AnyEndpoint, endpoint, MUTATION_LIMIT } from './endpoint.ts'

/** Declares a change that only staff with its capability may make, within their limit of writes (security R54). */
export function staffChange<const E extends Omit<AnyEndpoint, 'limit'>>(spec: E) {
  return endpoint({ limit: MUTATION_LIMIT, ...spec })
}
