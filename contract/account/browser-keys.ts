import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { UserId } from '#contract/fields.ts'

/** In ten minutes: a page asks for one or two when it is opened. */
export const BROWSER_KEY_LIMIT = { bucket: 'browser-key', max: 300, windowSeconds: 600 }

/** What is locked with it: a key for files opens no drafts. */
export const BrowserKeyUse = z.enum(['files', 'drafts'])
export type BrowserKeyUse = z.infer<typeof BrowserKeyUse>

/** A key that was given before, as the browser stores it; without it the key is a new one. */
export const SealedKey = z.string().min(1).max(500)

export const BrowserKey = z.object({
  /** 32 bytes in base64: stored nowhere. */
  key: z.string(),
  /** The same, encrypted by the server for its owner alone: stored beside what was locked. */
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
    use: BrowserKeyUse,
    sealed: SealedKey.optional(),
    /** Who the page believes to ask: another may have signed in since, in another tab. */
    userId: UserId.optional(),
  }),
  answer: BrowserKey,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
  limit: BROWSER_KEY_LIMIT,
})
