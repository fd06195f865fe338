import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Email, EmailCode } from '#contract/fields.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'
import type { EmbeddedProviderDeps } from './deps.ts'

/** Shorter words don't count: too many passwords begin with one. */
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
/** Longer than any of our tokens; whether it exists is for the table to tell. */
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

/** Makes this scope accept forms and nothing else; a duplicate field counts as missing (R33). */
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

/** Validates a posted form. Throws VALIDATION_ERROR with a message for each invalid field. */
export function readForm<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {}, { error: issueMessage })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message
  throw new AppError('VALIDATION_ERROR', 'Check what you entered.', { fields })
}

/**
 * Throws VALIDATION_ERROR for a password that anyone would try first: a common one, the account's address, or what is
 * known of its owner and of us.
 */
export async function requireUnknownPassword(
  password: string,
  email: string,
  { company, guessableNames }: Pick<EmbeddedProviderDeps, 'company' | 'guessableNames'>,
): Promise<void> {
  const words = [email, company.name, company.legalName, ...((await guessableNames?.(email)) ?? [])]
  const message = startsWithAddress(password, email)
    ? 'Choose a password that isn’t your email address'
    : isMadeOf(password, words)
      ? 'Choose a password that isn’t made of your name, email or company'
      : (await isKnownPassword(password))
        ? 'This password is too easy to guess. Choose another, such as three or four random words'
        : null
  if (message)
    throw new AppError('VALIDATION_ERROR', 'Check what you entered.', { fields: { password: message } })
}

function startsWithAddress(password: string, email: string): boolean {
  const [name = ''] = email.toLowerCase().split('@')
  const text = password.toLowerCase()
  return text === email.toLowerCase() || (name.length >= SHORTEST_WORD && text.startsWith(name))
}

/** Whether hardly any letters of a password are left without the words in these texts. */
export function isMadeOf(password: string, texts: readonly string[]): boolean {
  const words = new Set(texts.flatMap((text) => folded(text).split(/[^\p{L}\p{N}]+/u)))
  const text = folded(password)
  const rest = [...words]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((left, right) => right.length - left.length)
    .reduce((shorter, word) => shorter.replaceAll(word, ' '), text)
  return rest !== text && (rest.match(/\p{L}/gu) ?? []).length < SHORTEST_WORD
}

/** Text without case and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What was typed into a field, to show it again. */
export function typed(body: unknown, name: string): string {
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value.slice(0, MAX_FORM_BYTES) : ''
}

/** The token from an emailed link. Throws VALIDATION_ERROR if it is longer than any of ours. */
export function formToken(request: FastifyRequest): string {
  const token = typed(request.query, 'token')
  if (token.length > 200)
    throw new AppError('VALIDATION_ERROR', 'This link is not complete. Open it from the message again.')
  return token
}

/**
 * Whether a password is on the list of leaked common ones: as it is, in another case, with digits and symbols
 * around it, or repeated. The list is in a package; no other service is asked.
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

/** The part of which the whole text is a repetition; for a part of one to three letters, nothing is left. */
function repeated(text: string): string | undefined {
  const part = /^(.+?)\1+$/su.exec(text)?.[1]
  if (part === undefined) return undefined
  return part.length < SHORTEST_WORD ? '' : part
}
