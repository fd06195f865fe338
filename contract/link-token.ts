import { z } from 'zod'

/** 256 random bits in the link of an email, of which the database knows the hash. */
export const LinkToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete. Copy all of it from the email.')
export const ByToken = z.object({ token: LinkToken })

/** Whatever a mail program has left of a link that people follow: its page says what an incomplete one is. */
export const ByRestOfToken = z.object({ token: z.string() })
