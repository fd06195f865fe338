import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Reason, UserId } from '#contract/fields.ts'
import { DECISION_ERRORS, ReviewCase } from '#contract/review/admin-cases.ts'
import { CaseState, REASON_TEXT_MAX } from './cases.ts'

/** People are told so many days before the document that proves their identity expires (cases, Keeping it true). */
export const ID_REMINDER_DAYS = [60, 30, 7] as const
export type IdReminderDay = (typeof ID_REMINDER_DAYS)[number]
/** From the day they are asked they have so many days to confirm their details. */
export const CONFIRM_DAYS = 30
/** In the last of these days they are reminded. */
export const CONFIRM_SOON_DAYS = 7

/** Confirms what was approved, with new documents where they expired; those go to a reviewer. */
export const confirmDetails = endpoint({
  method: 'POST',
  path: '/api/onboarding/consumer/confirm',
  access: 'user',
  summary: 'Confirm that the signed-in user’s verified details are still correct',
  body: z.object({ unchanged: z.literal(true, 'Confirm that your details are still correct') }),
  answer: z.object({ success: z.literal(true), state: CaseState }),
  errors: ['INVALID_STATE', 'NOT_FOUND'],
  limit: MUTATION_LIMIT,
})

/** Asks someone approved to confirm their details once more, for a reason that stays with the staff. */
export const askToConfirm = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/kyc-reverification',
  access: 'cases.lead',
  summary: 'Ask a verified user to confirm their details again',
  params: z.object({ id: UserId }),
  body: z.object({
    version: z.number().int().min(0),
    note: Reason(REASON_TEXT_MAX, 'Write why you ask'),
  }),
  answer: z.object({ success: z.literal(true), case: ReviewCase }),
  errors: DECISION_ERRORS,
  limit: MUTATION_LIMIT,
})
