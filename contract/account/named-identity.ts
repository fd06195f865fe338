import { z } from 'zod'
import { UserId } from '#contract/fields.ts'

/** Whom a payload names, for compatibility: anyone other than the caller is refused (choices §2, security R14). */
export const NamedIdentity = z.object({
  /** The user the page was opened for: someone else may have signed in since, in another tab. */
  userId: UserId.nullish(),
  auth0Id: z.string().max(400).nullish(),
  kycProfileId: UserId.nullish(),
})
