import { z } from 'zod'
import { BrowserKey, SealedKey } from '#contract/account/browser-keys.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment } from '#contract/fields.ts'
import { LinkToken } from '#contract/link-token.ts'
import { DocType, DocumentSlot } from './document-schemas.ts'
import {
  OpenUpload,
  PART_ERRORS,
  PART_LIMIT,
  PART_TYPE,
  PartHeaders,
  UploadHeaders,
  UploadStart,
} from './part-uploads.ts'
import { UPLOAD_ERRORS } from './uploads.ts'

/** How long a link can be opened, and how long the phone that opened it stays connected. */
export const HAND_OFF_MINUTES = 10
/** Links per person in that time. */
const HAND_OFF_LIMIT = { bucket: 'hand-off', max: 20, windowSeconds: 600 }
/** Mails with a link that one person can request in that time, and the wait between two of them. */
const MAIL_LIMIT = { bucket: 'hand-off-mail', max: 6, windowSeconds: 600 }
export const MAIL_WAIT_SECONDS = 60
/** Attempts per network to open a link: no one guesses 256 random bits. */
const OPEN_LIMIT = { bucket: 'hand-off-open', max: 20, windowSeconds: 600 }
/** The alphabet of short codes: letters and digits that are not confused when read aloud or typed. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 8
/** Attempts to type a code, per network and in total: 39 bits, with only a handful of codes valid at a time. */
const TYPE_LIMIT = { bucket: 'hand-off-code', max: 10, windowSeconds: 600 }
export const TYPE_LIMIT_OF_ALL = { bucket: 'hand-off-code-all', max: 1000, windowSeconds: 600 }
/** Per network: each phone on it polls every few seconds to see whether it is still connected. */
const ASK_LIMIT = { bucket: 'hand-off-ask', max: 1200, windowSeconds: 600 }
/** Per network; uploads also count against the person’s own limit. */
const PHONE_LIMIT = { bucket: 'hand-off-phone', max: 300, windowSeconds: 600 }
const PHONE_PART_LIMIT = { ...PART_LIMIT, bucket: 'hand-off-part' }

const NO_CODE = `Enter the code with ${CODE_LENGTH} letters and digits`

/** As people type it: lower case, spaces and dashes are accepted. */
export const TypedCode = z
  .string(NO_CODE)
  .max(60, NO_CODE)
  .transform((text) => text.replace(/[\s\p{Pd}]/gu, '').toUpperCase())
  .pipe(z.string().regex(new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`), NO_CODE))

/**
 * A document for the phone to photograph, whether it is stored, and whether its owner has yet to answer a notice about
 * it.
 */
export const HandOffSlot = z.object({ slot: DocumentSlot, isStored: z.boolean(), isQuestioned: z.boolean() })
export type HandOffSlot = z.infer<typeof HandOffSlot>

export const HandOffState = z.enum(['waiting', 'connected', 'ended', 'expired'])
export type HandOffState = z.infer<typeof HandOffState>

export const HandOff = z.object({
  id: z.uuid(),
  state: HandOffState,
  /** When a phone connected; null before. */
  openedAt: Moment.nullable(),
  expiresAt: Moment,
  docType: DocType.nullable(),
  /** Whether each has been stored since the hand-off started. */
  slots: z.array(HandOffSlot),
})
export type HandOff = z.infer<typeof HandOff>

const Id = z.object({ id: z.uuid() })

export const startHandOff = endpoint({
  method: 'POST',
  path: '/api/hand-offs',
  access: 'applicant',
  summary: 'A link by which a phone takes photos for the caller; any earlier one ends',
  /**
   * `slots` are those that may be needed; of those already stored, the phone is only asked for the one to take `again`.
   */
  body: z.object({
    slots: z.array(DocumentSlot).min(1).max(4),
    again: DocumentSlot.optional(),
    docType: DocType.optional(),
  }),
  /**
   * `page` is where a phone without a scanner types the `code`; `mailTo` the address the link can be mailed to, if any.
   */
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
  /** The link's token, which exists only on the caller’s page. */
  body: z.object({ token: LinkToken }),
  answer: z.object({ to: z.string() }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATE'],
  limit: MAIL_LIMIT,
})

/** All that the phone may know: the person's first name and what to photograph. */
export const PhoneHandOff = z.object({
  firstName: z.string().nullable(),
  docType: DocType.nullable(),
  expiresAt: Moment,
  slots: z.array(HandOffSlot),
  /** Those of its own uploads that can be undone. */
  undoable: z.array(z.object({ slot: DocumentSlot, upload: z.uuid() })),
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

/**
 * Why a phone's connection is over: its owner ended it, on either side; its time is up; or they are signed out at the
 * computer, for instance because no one used it for long.
 */
export const HandOffOver = z.enum(['ended', 'expired', 'signed_out'])
export type HandOffOver = z.infer<typeof HandOffOver>

export const readPhoneHandOff = endpoint({
  method: 'GET',
  path: '/api/phone/hand-off',
  access: 'public',
  summary:
    'What this phone is asked for; null where it is not connected, or no more, and then why its connection is over',
  answer: z.object({
    handOff: PhoneHandOff.nullable(),
    /** Null if this phone was never connected, or still is. */
    over: HandOffOver.nullable(),
  }),
  errors: [],
  limit: ASK_LIMIT,
})

/** `handOff` says what is still requested once the document is stored. */
const PhoneUpload = z.object({ upload: OpenUpload, handOff: PhoneHandOff.nullable() })

export const startPhoneUpload = endpoint({
  method: 'POST',
  path: '/api/phone/hand-off/uploads',
  access: 'public',
  summary: 'Starts the upload of one of the photos that this phone is asked for',
  body: UploadStart.omit({ kind: true }),
  answer: PhoneUpload,
  answerHeaders: UploadHeaders,
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
  answerHeaders: UploadHeaders,
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
  answerHeaders: UploadHeaders,
  errors: PART_ERRORS,
  limit: PHONE_PART_LIMIT,
})

export const undoPhonePhoto = endpoint({
  method: 'DELETE',
  path: '/api/phone/hand-off/uploads/:id',
  access: 'public',
  summary:
    'Undo of a photo that this phone sent and that was not submitted: what was there before counts again; twice is once',
  params: Id,
  answer: z.object({ handOff: PhoneHandOff }),
  errors: ['NOT_FOUND', 'PROFILE_LOCKED', 'INVALID_STATE'],
  limit: PHONE_LIMIT,
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
