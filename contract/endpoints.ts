import type { AnyEndpoint } from './endpoint.ts'
import * as files from './endpoint-files.ts'

type Files = typeof files
/** Any of the product's endpoints, as its file declares it. */
export type Endpoint = {
  [File in keyof Files]: Extract<Files[File][keyof Files[File]], AnyEndpoint>
}[keyof Files]

/**
 * Every endpoint of the product; read by the route table, the browser's client, the OpenAPI document and the matrix
 * test.
 */
export const ENDPOINTS: readonly Endpoint[] = Object.values(files)
  .flatMap((file): unknown[] => Object.values(file))
  .filter(isEndpoint)

/** The files also export schemas, limits and texts; only an endpoint has `access`. */
function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'access' in exported && 'path' in exported
}
