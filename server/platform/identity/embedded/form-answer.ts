import type { FastifyReply } from 'fastify'
import type { Interaction } from 'oidc-provider'
import { z } from 'zod'
import { ERROR_STATUS } from '#contract/errors.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { deleteRecord, selectRecord, upsertRecord } from './accounts.sql.ts'
import { type EmbeddedProviderDeps, IDP_PREFIX } from './deps.ts'
import { type FormState, interactionPath } from './fields.ts'
import type { Html } from './layout.ts'
import { tokenHash } from './token-hash.ts'

/** The status of a page for a link that no longer works. */
export const GONE = 410

/** The records of what a mailed link's form was refused for, which are read with the next page. */
const REFUSAL = 'LinkRefusal'
const REFUSAL_MINUTES = 10
type RefusalStore = Pick<EmbeddedProviderDeps, 'database' | 'now'>

/** The forms of a sign-in, by where in it their page is. */
type Step =
  | 'sign-in'
  | 'forgotten'
  | 'sign-up'
  | 'code'
  | 'new-account'
  | 'second-factor'
  | 'second-factor/recovery'

const Refusal = z.object({
  status: z.number(),
  retryAfter: z.number().optional(),
  message: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
})

/** The form sent last in a sign-in, which the library stores with it: never with a password or code. */
const Submission = z.object({ step: z.string(), email: z.string(), refusal: Refusal.optional() })

type Refusal = z.infer<typeof Refusal>
type Submission = z.infer<typeof Submission>

/** Sends a page that is never cached, because it may contain an address or a token. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text)
}

/** Sends the browser to a page of its sign-in after a form, so that Back and reload send nothing again. */
export function sendTo(reply: FastifyReply, uid: string, page: Step | 'check-email'): FastifyReply {
  return reply.redirect(`${interactionPath(uid)}/${page}`, 303)
}

/** Sends a sign-in's form: with what was typed in it last and, once, why that was refused. */
export async function sendForm(
  reply: FastifyReply,
  interaction: Interaction,
  step: Step,
  form: (state: FormState) => Html,
  email = '',
): Promise<FastifyReply> {
  const last = lastSubmission(interaction, step)
  if (!last?.refusal) return sendPage(reply, form({ email: last?.email ?? email }))
  await store(interaction, { step, email: last.email })
  return sendRefused(reply, form, last.email, last.refusal)
}

/**
 * Sends the browser back to a form of its sign-in after an expected refusal. Rethrows anything that isn't about the
 * form.
 */
export async function refuseForm(
  reply: FastifyReply,
  interaction: Interaction,
  error: unknown,
  { step, email }: { step: Step; email: string },
): Promise<FastifyReply> {
  await store(interaction, { step, email, refusal: refusalOf(error) })
  return sendTo(reply, interaction.uid, step)
}

/** Remembers the address that was typed in a form. */
export async function storeAddress(interaction: Interaction, step: Step, email: string): Promise<void> {
  await store(interaction, { step, email })
}

/** What was typed last in that form of the sign-in. */
export function typedLast(interaction: Interaction, step: Step): string | undefined {
  return lastSubmission(interaction, step)?.email
}

/** Sends a form that a mailed link opens, once with why it was refused. */
export async function sendLinkForm(
  reply: FastifyReply,
  deps: RefusalStore,
  { token, email }: { token: string; email: string },
  form: (state: FormState) => Html,
): Promise<FastifyReply> {
  const refusal = await takeRefusal(deps, token)
  return refusal ? sendRefused(reply, form, email, refusal) : sendPage(reply, form({ email }))
}

/** Sends the browser back to it after an expected refusal: there is no sign-in to remember that in. */
export async function refuseLinkForm(
  reply: FastifyReply,
  { database, now }: RefusalStore,
  error: unknown,
  { page, token }: { page: 'reset' | 'sign-up'; token: string },
): Promise<FastifyReply> {
  const refusal = JSON.stringify(refusalOf(error))
  const expiresAt = new Date(now().getTime() + REFUSAL_MINUTES * 60_000)
  await upsertRecord(database.pool, [REFUSAL, tokenHash(token), refusal, null, null, null, expiresAt])
  return reply.redirect(`${IDP_PREFIX}/${page}?token=${encodeURIComponent(token)}`, 303)
}

async function takeRefusal({ database, now }: RefusalStore, token: string): Promise<Refusal | undefined> {
  const of = [tokenHash(token)]
  const { rows } = await selectRecord.id(database.pool, [REFUSAL, of, now()])
  if (rows[0]) await deleteRecord(database.pool, [REFUSAL, of])
  return Refusal.safeParse(rows[0]?.payload).data
}

function sendRefused(
  reply: FastifyReply,
  form: (state: FormState) => Html,
  email: string,
  { status, retryAfter, ...state }: Refusal,
): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return sendPage(reply, form({ email, ...state }), status)
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof AppError)) throw error
  const { fields, retryAfter } = error.details
  return {
    status: ERROR_STATUS[error.code],
    ...(retryAfter !== undefined && { retryAfter: Math.ceil(retryAfter) }),
    ...(fields ? { fields } : { message: error.message }),
  }
}

function lastSubmission(interaction: Interaction, step: Step): Submission | undefined {
  const { data } = Submission.safeParse(interaction.lastSubmission)
  return data?.step === step ? data : undefined
}

async function store(interaction: Interaction, submission: Submission): Promise<void> {
  interaction.lastSubmission = { ...submission }
  await interaction.persist()
}
