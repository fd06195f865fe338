import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ByRestOfToken, ByToken } from '#contract/link-token.ts'

/** Days after which people are reminded of a draft they left (cases, Drafts left alone). */
export const NUDGE_DAYS = [7, 14, 30] as const
export type NudgeDay = (typeof NUDGE_DAYS)[number]

const LINK_LIMIT = { bucket: 'stop-reminders', max: 60, windowSeconds: 600 }

export const confirmStopReminders = endpoint({
  method: 'GET',
  path: '/api/reminders/stop/:token',
  access: 'public',
  summary: 'The address of List-Unsubscribe followed by a person: leads to the page with the button',
  params: ByRestOfToken,
  answer: 'redirect',
  errors: [],
  limit: LINK_LIMIT,
})

/** One click in the mail client is enough; an unknown link gets the same answer (RFC 8058). */
export const stopReminders = endpoint({
  method: 'POST',
  path: '/api/reminders/stop/:token',
  access: 'public',
  summary: 'Sends no more reminders of unfinished applications to the owner of this email (RFC 8058)',
  params: ByToken,
  fromOutside: true,
  bodyLimit: 10_000,
  answer: z.object({ success: z.literal(true) }),
  errors: [],
  limit: LINK_LIMIT,
})
