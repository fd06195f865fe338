import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { inDigits } from '#contract/fields.ts'
import { LIVE_TOPICS } from './live-limits.ts'

export const LiveTopic = z.enum(LIVE_TOPICS)
export type LiveTopic = z.infer<typeof LiveTopic>

/** One message of the stream: some topics, or that any of them may have changed unnoticed. */
export const LiveMessage = z.union([
  z.object({ topics: z.array(LiveTopic), people: z.array(z.number()).optional() }),
  z.object({ everything: z.literal(true) }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

export const followChanges = endpoint({
  method: 'GET',
  path: '/api/live',
  access: 'user',
  summary:
    'What changed of what the caller may see, as server-sent events: a message names topics, `beat` keeps the line open, `end` says that the session is over',
  query: z.object({
    /** Seconds during which the caller has received no changes; it is sent those it missed. */
    silent: inDigits(z.number().int().min(0).max(86_400)).optional(),
  }),
  answer: 'events',
  errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'UNAVAILABLE'],
  limit: { bucket: 'live', max: 60, windowSeconds: 60 },
})
