import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Capability } from './roles.ts'

/**
 * Who may call an endpoint: anyone; visitors with an application and signed-in users;
 * signed-in users; or staff with a role that includes the capability. Enforced in one place.
 */
export type Access = 'public' | 'applicant' | 'user' | Capability

/** Requests per window, counted per signed-in user, or per IP address if signed out (security R54). */
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
  /** The endpoint does not exist in production (security R62). */
  outsideProduction?: true
  /** Maximum body size in bytes, if the default of 1 MB does not fit. */
  bodyLimit?: number
  /** The text fields of a multipart body, which come before its `file`; other bodies are JSON. */
  form?: z.ZodType
  /** The media type of a raw body, which the handler reads as a stream. */
  bytes?: string
  /** Headers that describe the body. */
  headers?: z.ZodType
  /** Headers that an answer may have, apart from those that every answer of its kind has. */
  answerHeaders?: z.ZodType
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * Called by other programs rather than our pages, such as webhooks: there is no same-origin check (security
   * R25), and the handler gets the body as raw bytes, whatever their type.
   */
  fromOutside?: true
  /**
   * The 200 answer, or the possible types of a file; `'redirect'` for navigations, `'empty'` for 204, `'events'`
   * for a long-lived stream.
   */
  answer: z.ZodType | FileAnswer | 'redirect' | 'empty' | 'events'
  errors: readonly ErrorCode[]
  limit?: RateLimit
  /**
   * If staff need a second factor, theirs must be from the last 15 minutes; otherwise 403 `REAUTH_REQUIRED` (security
   * R11).
   */
  stepUp?: true
}

export type AnyEndpoint = EndpointSpec

/** Declares one endpoint: the single source for validation, types, authorisation and the OpenAPI document. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

/**
 * HEAD is a read, but following one of our redirects signs people in or out (security R26), and a stream has no
 * length.
 */
export function takesHead({ method, answer }: AnyEndpoint): boolean {
  return method === 'GET' && answer !== 'events' && answer !== 'redirect'
}

/** All of a person's writes share this limit (security R54). */
export const MUTATION_LIMIT = { bucket: 'mutation', max: 60, windowSeconds: 60 }
