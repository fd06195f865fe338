import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { UserId } from '#contract/fields.ts'

/** Per ten minutes: a page requests one or two when it is opened. */
export const BROWSER_KEY_LIMIT = { bucket: 'browser-key', max: 300, windowSeconds: 600 }

/** A key issued earlier, as the browser stores it; without it a new key is made. */
export const SealedKey = z.string().min(1).max(500)

export const BrowserKey = z.object({
  /** 32 bytes in base64; never stored. */
  key: z.string(),
  /** The same key, encrypted by the server for its owner only; stored next to the data it encrypts. */
  sealed: z.string(),
})
export type BrowserKey = z.infer<typeof BrowserKey>

export const giveBrowserKey = endpoint({
  method: 'POST',
  path: '/api/browser-keys',
  access: 'applicant',
  summary:
    'A key that locks what waits in the caller’s browser, or again the one that was given with `sealed`',
  body: z.object({
    sealed: SealedKey.optional(),
    /** The user the page was opened for: someone else may have signed in since, in another tab. */
    userId: UserId.optional(),
  }),
  answer: BrowserKey,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
  limit: BROWSER_KEY_LIMIT,
})
