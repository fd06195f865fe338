import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment, PageQuery } from '#contract/fields.ts'

/** Days for which notices are stored, read or not. */
export const NOTICE_DAYS = 90

/** Something that happened and that the user should know about (cases, What people are told). */
export const Notice = z.object({
  id: z.number(),
  title: z.string(),
  detail: z.string().nullable(),
  /** A path of this product to look or act at; null if there is nothing to do. */
  path: z.string().nullable(),
  at: Moment,
  isRead: z.boolean(),
  /** Whether it asks for something that has not been done yet; such notices come first. */
  isUrgent: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  access: 'user',
  summary: 'What happened that the signed-in user should know: what is urgent, then the newest',
  query: PageQuery,
  answer: z.object({
    notices: z.array(Notice),
    /** All notices that are unread or still urgent, on any page. */
    unread: z.number(),
    /** How many of these are urgent. */
    urgent: z.number(),
    nextCursor: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
})

/** Marks a notice and all older ones as read, so that any that arrive meanwhile stay unread. */
export const readNotices = endpoint({
  method: 'POST',
  path: '/api/notices/read',
  access: 'user',
  summary: 'Mark one notice as read, or all up to one',
  body: z.union([
    z.object({ id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    z.object({ upTo: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  ]),
  answer: z.object({ success: z.literal(true), unread: z.number(), urgent: z.number() }),
  errors: [],
  limit: MUTATION_LIMIT,
})
