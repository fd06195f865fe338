import { z } from 'zod'

/** Every error code that can leave the server, with its HTTP status (choices §8). */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  CAPTCHA_FAILED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  CSRF_REJECTED: 403,
  REAUTH_REQUIRED: 403,
  CERTIFICATION_REQUIRED: 403,
  NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  DUPLICATE_ENTRY: 409,
  PROFILE_LOCKED: 409,
  INVALID_STATE: 409,
  STALE_VERSION: 409,
  FILE_TOO_LARGE: 413,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  UNSAFE_FILE: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  PROVIDER_FAILED: 502,
  UNAVAILABLE: 503,
  STORAGE_FULL: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export const ErrorCodeSchema = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]])

/** The body of every refused request (choices §8). `fields` is keyed by the path of the field. */
export const ErrorBody = z.object({
  error: ErrorCodeSchema,
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
  /** Seconds until it makes sense to try again; also sent as Retry-After. */
  retryAfter: z.number().optional(),
  requiresCertification: z.boolean().optional(),
  certificationType: z.string().optional(),
  /** What prevents a case decision: an illegal move, missing evidence or a newer version. */
  conflict: z
    .object({
      from: z.string().optional(),
      to: z.string().optional(),
      missing: z.array(z.string()).optional(),
      /** The same by item and kind, if items cannot be accepted yet. */
      gaps: z.array(z.object({ item: z.string(), kind: z.string(), text: z.string() })).optional(),
      version: z.number().optional(),
      decidedBy: z.string().optional(),
      decidedAt: z.string().optional(),
      claimedBy: z.string().optional(),
      claimedUntil: z.string().optional(),
    })
    .optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
