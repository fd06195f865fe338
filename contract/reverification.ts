import { z } from 'zod'
import { CaseState } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { MUTATION_LIMIT } from './users.ts'

/** People are told so many days before the document that proves their identity expires (cases.md, Keeping it true). */
export const ID_REMINDER_DAYS = [60, 30, 7] as const
export type IdReminderDay = (typeof ID_REMINDER_DAYS)[number]
/** Within so many days after it has expired they are asked to confirm their details. */
export const CONFIRM_DAYS = 30

/** Confirms what was approved, with new documents where they expired; those go to a reviewer. */
export const confirmDetails = endpoint({
  method: 'POST',
  path: '/api/onboarding/consumer/confirm',
  access: 'user',
  summary: 'Confirm that the verified details of the signed-in user are still right',
  body: z.object({ unchanged: z.literal(true, 'Confirm that your details are still right') }),
  answer: z.object({ success: z.literal(true), state: CaseState }),
  errors: ['INVALID_STATE', 'NOT_FOUND'],
  limit: MUTATION_LIMIT,
})
