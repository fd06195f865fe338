import { z } from 'zod'
import type { RateLimit } from '#contract/endpoint.ts'
import { Moment, UserId } from '#contract/fields.ts'

/** Typing saves often, but never this often. */
export const DRAFT_LIMIT: RateLimit = { bucket: 'draft', max: 120, windowSeconds: 60 }

/**
 * The revision of the draft that was on screen when it was submitted, 0 if none was stored. A submission that names it is refused
 * once other answers were saved; without it nothing is compared.
 */
export const SubmittedRevision = z.number().int().min(0).optional()

/** Unfinished answers as stored in the account; `draft` is null if none are. */
export function draftAnswer<Draft extends z.ZodType>(draft: Draft) {
  return z.object({ draft: draft.nullable(), revision: z.number(), savedAt: Moment.nullable() })
}

/**
 * `revision` is the one last seen, so that a draft saved since on another device is not overwritten unseen. `round` is how often
 * the case had been submitted then, so that what was typed before a submission isn't saved after it; without it nothing is compared.
 */
export function unsavedDraft<Draft extends z.ZodType>(draft: Draft) {
  return z.object({
    draft,
    revision: z.number().int().min(0),
    round: z.number().int().min(0).optional(),
    userId: UserId.optional(),
  })
}

export const DraftSaved = z.object({ revision: z.number(), savedAt: Moment })
