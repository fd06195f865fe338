import { z } from 'zod'

/** 256 random bits in the link of an email; the database only stores its hash. */
export const LinkToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete. Copy all of it from the email.')
export const ByToken = z.object({ token: LinkToken })

/** Whatever is left of a link after a mail client mangled it; the page explains an incomplete one. */
export const ByRestOfToken = z.object({ token: z.string() })
