import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Stripe } from 'stripe'
import { AppError } from '#server/platform/http/app-error.ts'

/** A provider's failure. */
export class ProviderFailure extends AppError {
  /** Whether the provider gave a definite answer; if not, the request may have been carried out. */
  readonly answered: boolean

  constructor(message: string, answered: boolean, cause: Error) {
    super('PROVIDER_FAILED', message, {}, { cause })
    this.name = 'ProviderFailure'
    this.answered = answered
  }
}

/** The Stripe API version that this adapter is written for, whatever the account's default is. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

/**
 * Limits of one request, and of a call with its retry: an answer comes within 10 s whatever Stripe does
 * (security B08, R64).
 */
const PATIENCE = { callMs: 4_000, repeats: 1, deadlineMs: 9_000 }
const MAX_CONNECTIONS = 20
/** How long Stripe counts as down after it couldn't be reached. */
const DOWN_MS = 30_000

export interface StripeOptions {
  secretKey: string
  now: () => Date
  /** For tests; Stripe's own if undefined. */
  apiUrl?: string
  patience?: typeof PATIENCE
}

export interface StripeClient {
  /**
   * Calls Stripe within a bounded time. Throws StripeRefusal if Stripe refuses, and ProviderFailure if it can't
   * be reached or fails.
   */
  ask<T>(question: (stripe: Stripe) => Promise<T>): Promise<T>
  state(): 'ok' | 'down'
}

/** A definite refusal by Stripe, with what is wrong with the request. */
export class StripeRefusal extends ProviderFailure {
  /** Such as `resource_missing`. */
  readonly reason: string | undefined

  constructor(message: string, reason: string | undefined, cause: Error) {
    super(`Stripe refused this: ${message}`, true, cause)
    this.name = 'StripeRefusal'
    this.reason = reason
  }
}

/** Whether Stripe has no object with the requested id. */
export function isMissing(error: unknown): boolean {
  return error instanceof StripeRefusal && error.reason === 'resource_missing'
}

/** Returns null if Stripe has no object with the requested id. */
export async function orNull<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * A client for Stripe's API. Its library is loaded at the first call, because it would slow down the start
 * (performance P10).
 */
export function stripeClient(options: StripeOptions): StripeClient {
  const { now, patience = PATIENCE } = options
  let opened: Promise<Stripe> | undefined
  let downUntil = 0

  return {
    state: () => (now().getTime() < downUntil ? 'down' : 'ok'),
    async ask(question) {
      opened ??= openStripe(options, patience)
      try {
        const answer = await within(patience.deadlineMs, question(await opened))
        downUntil = 0
        return answer
      } catch (error) {
        const failure = asFailure(error)
        if (failure instanceof ProviderFailure && !(failure instanceof StripeRefusal))
          downUntil = now().getTime() + DOWN_MS
        throw failure
      }
    },
  }
}

async function openStripe(
  { secretKey, apiUrl }: StripeOptions,
  { callMs, repeats }: typeof PATIENCE,
): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  const url = new URL(apiUrl ?? 'https://api.stripe.com')
  const isPlain = url.protocol === 'http:'
  const pool = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
  return new Sdk(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: callMs,
    maxNetworkRetries: repeats,
    telemetry: false,
    httpAgent: isPlain ? new HttpAgent(pool) : new HttpsAgent(pool),
    host: url.hostname,
    protocol: isPlain ? 'http' : 'https',
    ...(url.port && { port: url.port }),
  })
}

class TooLate extends Error {
  override name = 'TooLate'
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TooLate('Stripe took too long')), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The fields of the library's errors that we use; the rest (headers, raw answer) stays out of the log. */
interface SdkError extends Error {
  type: string
  statusCode?: number
  code?: string
  requestId?: string
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}

const AWAY = 'The payment provider cannot be reached at the moment. Try again in a few minutes.'
/** Rate limited, or the same write is in progress: it wasn't started, or isn't done yet. */
const isBusy = (status: number) => status === 429 || status === 409
/** A retry may succeed later. */
const isTheirs = (status: number) => status >= 500 || isBusy(status)

function asFailure(error: unknown): unknown {
  if (error instanceof TooLate) return new ProviderFailure(AWAY, false, error)
  if (!isSdkError(error)) return error
  const { type, statusCode, code, requestId, message } = error
  const cause = new Error([type, statusCode, code, requestId, message].filter(Boolean).join(' '))
  if (statusCode === undefined) return new ProviderFailure(AWAY, false, cause)
  // A wrong or revoked key is our problem, and nothing that the caller could change.
  if (isTheirs(statusCode) || statusCode === 401 || statusCode === 403)
    return new ProviderFailure(AWAY, !isBusy(statusCode), cause)
  return new StripeRefusal(message, code, cause)
}

/** How long Stripe keeps events. */
export const EVENT_DAYS = 30
const PAGE = 100

/** The kinds of events that report a relevant change of an invoice. */
const INVOICE_EVENTS = [
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice.updated',
]

/** Stripe's events, as Stripe has them. Throws PROVIDER_FAILED while it can't be asked. */
export interface StripeEvents {
  /** One event; null if Stripe has none with this id, or no longer. */
  find(id: string): Promise<unknown>
  /** Events about invoices from a moment on, newest first. */
  since(moment: Date): Promise<unknown[]>
}

/** Reads events from Stripe itself. */
export function stripeEvents(options: StripeOptions): StripeEvents {
  const client = stripeClient(options)
  return {
    find: (id) => orNull(client.ask((stripe) => stripe.events.retrieve(id))),
    async since(moment) {
      const created = { gte: Math.floor(moment.getTime() / 1000) }
      const found: unknown[] = []
      let after: string | undefined
      do {
        const place = after ? { starting_after: after } : {}
        const page = await client.ask((stripe) =>
          stripe.events.list({ limit: PAGE, created, types: INVOICE_EVENTS, ...place }),
        )
        found.push(...page.data)
        after = page.has_more ? page.data.at(-1)?.id : undefined
      } while (after)
      return found
    },
  }
}
