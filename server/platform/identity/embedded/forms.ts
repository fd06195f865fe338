import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Email, EmailCode } from '#contract/fields.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'

/** Shorter words say nothing: too many passwords begin with one. */
const SHORTEST_WORD = 4

let loading: Promise<ReadonlySet<string>> | undefined

const MAX_FORM_BYTES = 16 * 1024
const PASSWORD_MIN = 12
const PASSWORD_MAX = 200

const Typed = z.string('Enter your password').min(1, 'Enter your password')
const Chosen = Typed.min(PASSWORD_MIN, `Your password must be at least ${PASSWORD_MIN} characters`).max(
  PASSWORD_MAX,
  `Your password must be ${PASSWORD_MAX} characters or fewer`,
)
/** Longer than any token of ours: the table answers what is not there. */
const Token = z.string().min(1).max(200)

export const SignInForm = z.object({ email: Email, password: Typed })
export const PasskeyForm = z.object({ answer: z.string().min(1).max(MAX_FORM_BYTES) })
export const RecoveryForm = z.object({
  recovery: z.string('Enter a recovery code').trim().min(1, 'Enter a recovery code').max(100),
})
export const SignUpForm = z.object({ email: Email })
export const CodeInput = z.object({ code: EmailCode })
export const NewPasswordForm = z.object({ password: Chosen })
export const ForgottenForm = z.object({ email: Email })
export const ResetForm = z.object({ token: Token, password: Chosen })

/** Makes this part of the application take forms, and nothing else; a field sent twice counts as missing (R33). */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => {
      const sent = new URLSearchParams(String(body))
      done(null, Object.fromEntries([...sent].filter(([name]) => sent.getAll(name).length === 1)))
    },
  )
}

/** Checks a posted form. Throws VALIDATION_ERROR with a text for each field concerned. */
export function readForm<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {}, { error: issueMessage })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message
  throw new AppError('VALIDATION_ERROR', 'Check what you entered.', { fields })
}

/** Refuses a password that anyone would try first, or that is the address it is for. Throws VALIDATION_ERROR. */
export async function requireUnknownPassword(password: string, email?: string): Promise<void> {
  const [name = ''] = (email ?? '').toLowerCase().split('@')
  const text = password.toLowerCase()
  const isAddress =
    email !== undefined && (text === email.toLowerCase() || (name.length >= 4 && text.startsWith(name)))
  if (!isAddress && !(await isKnownPassword(password))) return
  const message = isAddress
    ? 'Choose a password that isn’t your email address'
    : 'This password is too easy to guess. Choose another, such as three or four random words'
  throw new AppError('VALIDATION_ERROR', 'Check what you entered.', { fields: { password: message } })
}

/** What was typed into a field, to show it again. */
export function typed(body: unknown, name: string): string {
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value.slice(0, MAX_FORM_BYTES) : ''
}

/** The token of a mailed link. Throws VALIDATION_ERROR where it is longer than any of ours. */
export function formToken(request: FastifyRequest): string {
  const token = typed(request.query, 'token')
  if (token.length > 200)
    throw new AppError('VALIDATION_ERROR', 'This link is not complete. Open it from the message again.')
  return token
}

/**
 * Whether a password is one of those that are tried first, because people chose it before and it came out: as it is, in
 * other case, with digits and signs around it, or written several times. The list is in a package, and nothing is asked of
 * anyone else.
 */
export async function isKnownPassword(password: string): Promise<boolean> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((known) => String(known).toLowerCase())),
  )
  const known = await loading
  const text = password.normalize('NFKC').toLowerCase()
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [text, word, repeated(text), repeated(word)].some(
    (form) => form !== undefined && (form === '' || (form.length >= SHORTEST_WORD && known.has(form))),
  )
}

/** The part that makes up the whole text when it is written two or more times; nothing of one to three letters is left. */
function repeated(text: string): string | undefined {
  const part = /^(.+?)\1+$/su.exec(text)?.[1]
  if (part === undefined) return undefined
  return part.length < SHORTEST_WORD ? '' : part
}
