import { z } from 'zod'
import type { RateLimit } from '#contract/endpoint.ts'
import { Moment, UserId } from '#contract/fields.ts'

/** Typing saves often, but never this often. */
export const DRAFT_LIMIT: RateLimit = { bucket: 'draft', max: 120, windowSeconds: 60 }

/** Unfinished answers as stored in the account; `draft` is null if none are. */
export function draftAnswer<Draft extends z.ZodType>(draft: Draft) {
  return z.object({ draft: draft.nullable(), revision: z.number(), savedAt: Moment.nullable() })
}

/** `revision` is the one last seen, so that a draft saved since on another device is not overwritten unseen. */
export function unsavedDraft<Draft extends z.ZodType>(draft: Draft) {
  return z.object({ draft, revision: z.number().int().min(0), userId: UserId.optional() })
}

export const DraftSaved = z.object({ revision: z.number(), savedAt: Moment })
