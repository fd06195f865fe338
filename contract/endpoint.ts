import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Capability } from './roles.ts'

/**
 * Who may call an endpoint (choices §2, architecture: rules): anyone, visitors with an application as well, people who are
 * signed in, or staff with a role that may do this. Enforced in one place.
 */
export type Access = 'public' | 'applicant' | 'user' | Capability

/** Requests per window; the server counts them per signed-in user, or per address when signed out (security R54). */
export interface RateLimit {
  bucket: string
  max: number
  windowSeconds: number
}

interface FileAnswer {
  file: readonly string[]
}

interface EndpointSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  summary: string
  /** In production there is nothing at this address (security R62). */
  outsideProduction?: true
  /** Bytes the body may have where the default of 1 MB does not fit. */
  bodyLimit?: number
  /** The text fields of a body that arrives as a form (multipart) with a `file`, after them; other bodies are JSON. */
  form?: z.ZodType
  /** The media type of a body of plain bytes, which the handler reads as a stream. */
  bytes?: string
  /** Headers that say what the body is. */
  headers?: z.ZodType
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * Called by other programs rather than our pages, such as webhooks: no proof of the same origin is asked (security R25),
   * and the handler gets the body as the bytes that were sent, whatever their type.
   */
  fromOutside?: true
  /**
   * The 200 answer, or the types that a file may have; `'redirect'` for navigations, `'empty'` for 204, `'events'` for a stream
   * that lasts.
   */
  answer: z.ZodType | FileAnswer | 'redirect' | 'empty' | 'events'
  errors: readonly ErrorCode[]
  limit?: RateLimit
  /** Where staff need a second factor, theirs must be of the last 15 minutes: else 403 `REAUTH_REQUIRED` (security R11). */
  stepUp?: true
}

export type AnyEndpoint = EndpointSpec

/** Declares one endpoint: the single source for validation, types, authorisation and the OpenAPI document. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

/** Writes of one person share one allowance (security R54). */
export const MUTATION_LIMIT = { bucket: 'mutation', max: 60, windowSeconds: 60 }
