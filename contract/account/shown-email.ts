import { z } from 'zod'

/** The address by which staff know a person: the system email, or the one they sign in with. */
export const ShownEmail = z.object({
  email: z.string().nullable(),
  /** Whether they have proven that it is theirs (choices §2.6). */
  email_confirmed: z.boolean(),
})
export type ShownEmail = z.infer<typeof ShownEmail>
