import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { StorableText, TEXT_MAX } from '#contract/fields.ts'

/** Longest description in a bug report (security A16). */
export const BUG_DESCRIPTION_MAX = TEXT_MAX

export const DESCRIPTION_MISSING = 'Please provide a description of the issue'

/** Open to everyone, signed in or not; goes to support and never to an address given by the reporter (security A16). */
export const reportBug = endpoint({
  method: 'POST',
  path: '/api/bug-report',
  access: 'public',
  summary: 'Report a bug to support',
  body: z.object({
    description: z
      .string(DESCRIPTION_MISSING)
      .trim()
      .min(1, DESCRIPTION_MISSING)
      .pipe(StorableText(BUG_DESCRIPTION_MAX)),
    /** When the button was pressed; with it, the same report sent twice counts once (security R49). */
    timestamp: z.iso.datetime({ offset: true }).optional(),
    /** The page it is about; the server stores only its path. */
    url: StorableText(2000).optional(),
    userAgent: StorableText(1000).optional(),
  }),
  answer: z.object({ success: z.literal(true), id: z.number() }),
  errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
  limit: { bucket: 'bug-report', max: 5, windowSeconds: 600 },
})
