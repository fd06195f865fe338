import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { EmailCode, Moment, StorableText, UserId } from '#contract/fields.ts'

/** More than anyone has devices. */
export const MOST_PASSKEYS = 20

/** Guesses at the first code, which only the person who set up the app knows (security R54). */
const CODE_LIMIT = { bucket: 'app-code', max: 10, windowSeconds: 600 }

const PasskeyName = StorableText(60)
  .transform((value) => value.replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(1, 'Enter a name'))
const PasskeyId = z.object({ id: UserId })

export const OwnPasskey = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: Moment,
  lastUsedAt: Moment.nullable(),
})
export type OwnPasskey = z.infer<typeof OwnPasskey>

/** Recovery codes for when passkey and app are out of reach; shown only in this answer. */
const NewCodes = z.array(z.string())

export const getSignInMethods = endpoint({
  method: 'GET',
  path: '/api/user/sign-in-methods',
  access: 'user',
  summary: 'How the signed-in user can sign in beside their password',
  answer: z.object({
    /** Whether they are stored here; another identity provider stores them itself. */
    areKeptHere: z.boolean(),
    passkeys: z.array(OwnPasskey),
    app: z.object({ addedAt: Moment, lastUsedAt: Moment.nullable() }).nullable(),
    recoveryCodes: z.object({ left: z.number(), madeAt: Moment }).nullable(),
  }),
  errors: [],
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys/options',
  access: 'user',
  summary: 'What the browser needs to make a passkey for the signed-in user',
  answer: z.object({
    /** The input of WebAuthn's `parseCreationOptionsFromJSON`. */
    options: z.looseObject({ challenge: z.string() }),
  }),
  errors: ['NOT_FOUND', 'REAUTH_REQUIRED', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  access: 'user',
  summary: 'Add a passkey that the browser has made',
  body: z.object({
    name: PasskeyName,
    /** The output of WebAuthn's `toJSON`. */
    response: z.looseObject({ id: z.string().max(2000) }),
  }),
  answer: z.object({ success: z.literal(true), recoveryCodes: NewCodes.optional() }),
  errors: ['NOT_FOUND', 'REAUTH_REQUIRED', 'INVALID_STATE', 'DUPLICATE_ENTRY'],
  limit: MUTATION_LIMIT,
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/user/passkeys/:id',
  access: 'user',
  summary: 'Give a passkey of the signed-in user another name',
  params: PasskeyId,
  body: z.object({ name: PasskeyName }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
  limit: MUTATION_LIMIT,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  access: 'user',
  summary: 'Remove a passkey of the signed-in user',
  params: PasskeyId,
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'REAUTH_REQUIRED'],
  limit: MUTATION_LIMIT,
})

export const startApp = endpoint({
  method: 'POST',
  path: '/api/user/authenticator-app',
  access: 'user',
  summary: 'What an authenticator app needs to make codes for the signed-in user',
  answer: z.object({
    secret: z.string(),
    uri: z.string(),
  }),
  errors: ['NOT_FOUND', 'REAUTH_REQUIRED', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const confirmApp = endpoint({
  method: 'POST',
  path: '/api/user/authenticator-app/confirm',
  access: 'user',
  summary: 'Ask for codes of the authenticator app from now on, after a first one',
  body: z.object({ code: EmailCode }),
  answer: z.object({ success: z.literal(true), recoveryCodes: NewCodes.optional() }),
  errors: ['NOT_FOUND', 'REAUTH_REQUIRED'],
  limit: CODE_LIMIT,
})

export const removeApp = endpoint({
  method: 'DELETE',
  path: '/api/user/authenticator-app',
  access: 'user',
  summary: 'Remove the signed-in user’s authenticator app',
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'REAUTH_REQUIRED'],
  limit: MUTATION_LIMIT,
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/recovery-codes',
  access: 'user',
  summary: 'Make new recovery codes; former ones stop working',
  answer: z.object({ success: z.literal(true), recoveryCodes: NewCodes }),
  errors: ['NOT_FOUND', 'REAUTH_REQUIRED', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})
