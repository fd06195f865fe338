import { z } from 'zod'
import { BrowserKey, SealedKey } from '#contract/account/browser-keys.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment } from '#contract/fields.ts'
import { LinkToken } from '#contract/link-token.ts'
import { DocType, DocumentSlot } from './document-schemas.ts'
import { OpenUpload, PART_ERRORS, PART_LIMIT, PART_TYPE, PartHeaders, UploadStart } from './part-uploads.ts'
import { UPLOAD_ERRORS } from './uploads.ts'

/** How long a link can be opened, and how long the phone that opened it stays connected. */
export const HAND_OFF_MINUTES = 10
/** Links that can be made in that time. */
const HAND_OFF_LIMIT = { bucket: 'hand-off', max: 20, windowSeconds: 600 }
/** Mails with a link that one person can ask for in that time, and how long each waits for the one before. */
const MAIL_LIMIT = { bucket: 'hand-off-mail', max: 6, windowSeconds: 600 }
export const MAIL_WAIT_SECONDS = 60
/** Tries of one network to open one: no one types 256 random bits by chance. */
const OPEN_LIMIT = { bucket: 'hand-off-open', max: 20, windowSeconds: 600 }
/** What a short code is made of: letters and digits that are not taken for one another, read aloud or typed. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 8
/** Tries of one network to type a code, and of all: 39 bits, of which a handful is valid at a time. */
const TYPE_LIMIT = { bucket: 'hand-off-code', max: 10, windowSeconds: 600 }
export const TYPE_LIMIT_OF_ALL = { bucket: 'hand-off-code-all', max: 1000, windowSeconds: 600 }
/** Of one network: each of its phones asks every few seconds whether it is still connected. */
const ASK_LIMIT = { bucket: 'hand-off-ask', max: 1200, windowSeconds: 600 }
/** Of one network; uploads count against the person’s own allowance as well. */
const PHONE_LIMIT = { bucket: 'hand-off-phone', max: 300, windowSeconds: 600 }
const PHONE_PART_LIMIT = { ...PART_LIMIT, bucket: 'hand-off-part' }

const NO_CODE = `Enter the code with ${CODE_LENGTH} letters and digits`

/** As it is typed, in small letters as well, with blanks or a dash. */
export const TypedCode = z
  .string(NO_CODE)
  .max(60, NO_CODE)
  .transform((text) => text.replace(/[\s\p{Pd}]/gu, '').toUpperCase())
  .pipe(z.string().regex(new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`), NO_CODE))

/** What is asked of the phone, whether it is here, and whether its owner has still to answer what is seen wrong with it. */
export const HandOffSlot = z.object({ slot: DocumentSlot, isStored: z.boolean(), isQuestioned: z.boolean() })
export type HandOffSlot = z.infer<typeof HandOffSlot>

export const HandOffState = z.enum(['waiting', 'connected', 'ended', 'expired'])
export type HandOffState = z.infer<typeof HandOffState>

export const HandOff = z.object({
  id: z.uuid(),
  state: HandOffState,
  expiresAt: Moment,
  docType: DocType.nullable(),
  /** Those that were given since it was started are stored. */
  slots: z.array(HandOffSlot),
})
export type HandOff = z.infer<typeof HandOff>

const Id = z.object({ id: z.uuid() })

export const startHandOff = endpoint({
  method: 'POST',
  path: '/api/hand-offs',
  access: 'applicant',
  summary: 'A link by which a phone takes photos for the caller; any earlier one ends',
  /** `slots` may be needed: of those that are good already the phone is asked only for the one to take `again`. */
  body: z.object({
    slots: z.array(DocumentSlot).min(1).max(4),
    again: DocumentSlot.optional(),
    docType: DocType.optional(),
  }),
  /** `page` is where a phone without a scanner types the `code`; `mailTo` where the link can be mailed, if anywhere. */
  answer: z.object({
    handOff: HandOff,
    token: z.string(),
    link: z.string(),
    page: z.string(),
    code: z.string(),
    mailTo: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
  limit: HAND_OFF_LIMIT,
})

export const readHandOff = endpoint({
  method: 'GET',
  path: '/api/hand-offs/:id',
  access: 'applicant',
  summary: 'Whether the caller’s phone is connected, and what it has sent',
  params: Id,
  answer: z.object({ handOff: HandOff }),
  errors: ['NOT_FOUND'],
})

export const endHandOff = endpoint({
  method: 'POST',
  path: '/api/hand-offs/:id/end',
  access: 'applicant',
  summary: 'Disconnects the caller’s phone; twice is once',
  params: Id,
  answer: z.object({ handOff: HandOff }),
  errors: ['NOT_FOUND'],
  limit: MUTATION_LIMIT,
})

export const mailHandOff = endpoint({
  method: 'POST',
  path: '/api/hand-offs/:id/mail',
  access: 'applicant',
  summary: 'Mails a link that no phone has opened to the caller’s confirmed address, once a minute',
  params: Id,
  /** Of the link: it is kept nowhere else but on the caller’s page. */
  body: z.object({ token: LinkToken }),
  answer: z.object({ to: z.string() }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATE'],
  limit: MAIL_LIMIT,
})

/** What the phone may know: the first name of its person, and what to photograph. */
export const PhoneHandOff = z.object({
  firstName: z.string().nullable(),
  docType: DocType.nullable(),
  expiresAt: Moment,
  slots: z.array(HandOffSlot),
})
export type PhoneHandOff = z.infer<typeof PhoneHandOff>

export const openHandOff = endpoint({
  method: 'POST',
  path: '/api/phone/hand-off/open',
  access: 'public',
  summary: 'Opens a link on the phone, once; the phone is known by a cookie from then on',
  body: z.object({ token: LinkToken }),
  answer: z.object({ handOff: PhoneHandOff }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'VALIDATION_ERROR'],
  limit: OPEN_LIMIT,
})

export const openHandOffByCode = endpoint({
  method: 'POST',
  path: '/api/phone/hand-off/open-by-code',
  access: 'public',
  summary: 'The same by the short code that is typed on the phone',
  body: z.object({ code: TypedCode }),
  answer: z.object({ handOff: PhoneHandOff }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'VALIDATION_ERROR'],
  limit: TYPE_LIMIT,
})

export const readPhoneHandOff = endpoint({
  method: 'GET',
  path: '/api/phone/hand-off',
  access: 'public',
  summary: 'What this phone is asked for; null where it is not connected, or no more',
  answer: z.object({ handOff: PhoneHandOff.nullable() }),
  errors: [],
  limit: ASK_LIMIT,
})

/** `handOff` says what is asked for now, once the document is stored. */
const PhoneUpload = z.object({ upload: OpenUpload, handOff: PhoneHandOff.nullable() })

export const startPhoneUpload = endpoint({
  method: 'POST',
  path: '/api/phone/hand-off/uploads',
  access: 'public',
  summary: 'Starts the upload of one of the photos that this phone is asked for',
  body: UploadStart.omit({ kind: true, userId: true }),
  answer: PhoneUpload,
  errors: [...UPLOAD_ERRORS, 'NOT_FOUND'],
  limit: PHONE_LIMIT,
})

export const readPhoneUpload = endpoint({
  method: 'GET',
  path: '/api/phone/hand-off/uploads/:id',
  access: 'public',
  summary: 'How much of an upload of this phone has arrived',
  params: Id,
  answer: PhoneUpload,
  errors: ['NOT_FOUND'],
  limit: PHONE_PART_LIMIT,
})

export const appendPhonePart = endpoint({
  method: 'PATCH',
  path: '/api/phone/hand-off/uploads/:id',
  access: 'public',
  summary: 'The next part of an upload of this phone',
  params: Id,
  headers: PartHeaders,
  bytes: PART_TYPE,
  answer: PhoneUpload,
  errors: PART_ERRORS,
  limit: PHONE_PART_LIMIT,
})

export const acceptPhonePhoto = endpoint({
  method: 'POST',
  path: '/api/phone/hand-off/uploads/:id/keep',
  access: 'public',
  summary:
    'The choice, made beside a photo on this phone, to use it although it is poor; nothing where nothing is wrong with it',
  params: Id,
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'PROFILE_LOCKED', 'INVALID_STATE'],
  limit: PHONE_LIMIT,
})

export const givePhoneKey = endpoint({
  method: 'POST',
  path: '/api/phone/hand-off/browser-key',
  access: 'public',
  summary:
    'A key that locks the photos that wait on this phone, or again the one that was given with `sealed`',
  body: z.object({ sealed: SealedKey.optional() }),
  answer: BrowserKey,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  limit: PHONE_LIMIT,
})

export const endPhoneHandOff = endpoint({
  method: 'POST',
  path: '/api/phone/hand-off/end',
  access: 'public',
  summary: 'Disconnects this phone; twice is once',
  answer: z.object({ success: z.literal(true) }),
  errors: [],
  limit: PHONE_LIMIT,
})
