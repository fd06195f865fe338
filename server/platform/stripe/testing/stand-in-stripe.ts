import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Sdk, { type Stripe } from 'stripe'
import { STRIPE_API_VERSION } from '#server/platform/stripe/stripe-client.ts'
import { Refused, StripeBooks } from './stripe-books.ts'
import { readForm } from './stripe-form.ts'
import { STRIPE_REQUESTS, type StripeRoute } from './stripe-requests.ts'

export const STRIPE_KEY = 'sk_test_standin0001'
export const STRIPE_SECRET = 'whsec_standin0001'

/** What goes wrong with a request: before the work is done, or with the answer afterwards. */
export type Fault = 'unreachable' | 'silent' | 'error' | 'error-after' | 'lost-after' | 'busy' | undefined

export interface StandInStripe {
  url: string
  books: StripeBooks
  /** Decides what goes wrong; called for every request. */
  fault: (route: StripeRoute) => Fault
  /** How often each route was called. */
  calls: Map<string, number>
  /** Requests that Stripe wouldn't have accepted, in words. */
  violations: string[]
  /** A message as Stripe sends it, signed at `at` by Stripe's own library. */
  message(
    event: Stripe.Event,
    at: Date,
    secret?: string,
  ): { payload: string; headers: Record<string, string> }
  close(): Promise<void>
}

interface Stored {
  said: string
  answer: Promise<{ status: number; body: unknown }>
}

/**
 * Stripe on loopback: refuses what the real one would (key, version, form, parameters), honours idempotency
 * keys, and fails as `fault` says (security B08).
 */
export async function startStandInStripe(now: () => Date): Promise<StandInStripe> {
  const stored = new Map<string, Stored>()
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port')
  const peer: StandInStripe = {
    url: `http://127.0.0.1:${address.port}`,
    books: new StripeBooks(now),
    fault: () => undefined,
    calls: new Map(),
    violations: [],
    message(event, at, secret = STRIPE_SECRET) {
      const payload = JSON.stringify(event, undefined, 2)
      const timestamp = Math.floor(at.getTime() / 1000)
      const signature = Sdk.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
      return { payload, headers }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return peer

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '', peer.url)
    const { route, id, part } = routeOf(`${request.method} ${url.pathname}`)
    peer.calls.set(route, (peer.calls.get(route) ?? 0) + 1)
    const fault = peer.fault(route)
    if (fault === 'silent') return
    if (fault === 'unreachable') return void request.socket.destroy()
    if (fault === 'error') return send(response, 500, errorOf('api_error', 'Stripe is not well'))
    if (fault === 'busy') return send(response, 429, errorOf('rate_limit', 'Too many requests'))
    const text = request.method === 'POST' ? Buffer.concat(chunks).toString() : url.search.slice(1)
    const work = () => Promise.resolve(outcomeOf(route, id, part, text, fault))
    const wrong = headerFault(request)
    const key = request.headers['idempotency-key']?.toString()
    const { status, body } = wrong
      ? { status: 400, body: violation(`${route}: ${wrong}`) }
      : await (key ? onceFor(key, `${route} ${id} ${part} ${text}`, work) : work())
    if (fault === 'lost-after') return void request.socket.destroy()
    send(response, status, body)
  }

  /** The same key gets the same answer, whatever it was; with other parameters it is refused. */
  async function onceFor(key: string, said: string, work: () => Stored['answer']): Stored['answer'] {
    const known = stored.get(key)
    if (known && known.said !== said)
      return {
        status: 400,
        body: violation(`The key ${key} came with other parameters`, 'idempotency_error'),
      }
    if (known) return known.answer
    const answer = work()
    stored.set(key, { said, answer })
    return answer
  }

  function outcomeOf(route: StripeRoute, id: string, part: string, text: string, fault: Fault) {
    try {
      const parsed = STRIPE_REQUESTS[route].safeParse(readForm(text))
      if (!parsed.success)
        return { status: 400, body: violation(`${route} ${text}: ${parsed.error.message}`) }
      const body = perform(peer.books, route, id, { ...parsed.data, part })
      return fault === 'error-after'
        ? { status: 500, body: errorOf('api_error', 'Stripe fell over afterwards') }
        : { status: 200, body }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, message, code } = error
      return { status, body: errorOf('invalid_request_error', message, code) }
    }
  }

  function violation(sentence: string, type = 'invalid_request_error') {
    peer.violations.push(sentence)
    return errorOf(type, sentence)
  }

  function routeOf(asked: string): { route: StripeRoute; id: string; part: string } {
    for (const route of Object.keys(STRIPE_REQUESTS) as StripeRoute[]) {
      const match = new RegExp(`^${route.replace(':id', '(\\w+)').replace(':tax', '(\\w+)')}$`).exec(asked)
      if (match) return { route, id: match[1] ?? '', part: match[2] ?? '' }
    }
    peer.violations.push(`Stripe has no ${asked}`)
    throw new Error(`Stripe has no ${asked}`)
  }
}

function headerFault({ method, headers }: IncomingMessage): string | undefined {
  if (headers.authorization !== `Bearer ${STRIPE_KEY}`) return 'the key is not the account’s'
  if (headers['stripe-version'] !== STRIPE_API_VERSION) return 'the version is not pinned'
  if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded')
    return 'a write is a form'
  if (method === 'POST' && !headers['idempotency-key']) return 'a write has no idempotency key'
  return undefined
}

function perform(
  books: StripeBooks,
  route: StripeRoute,
  id: string,
  asked: object & { part: string },
): unknown {
  // Each route's parameters were parsed by its own schema.
  const { part, ...params } = asked as { part: string } & Record<string, never>
  switch (route) {
    case 'POST /v1/customers':
      return books.newCustomer(params)
    case 'GET /v1/customers/:id/tax_ids':
      return { object: 'list', data: books.taxIds(id), has_more: false, url: '/v1/list' }
    case 'POST /v1/customers/:id/tax_ids':
      return books.addTaxId(id, params as never)
    case 'DELETE /v1/customers/:id/tax_ids/:tax':
      return books.deleteTaxId(id, part)
    case 'POST /v1/customers/:id':
      if (!books.customers.has(id)) throw new Refused(`No such customer: '${id}'`, 'resource_missing', 404)
      return books.customer(params, id)
    case 'POST /v1/invoices':
      return books.create(params as never)
    case 'GET /v1/invoices/:id':
      return books.invoice(id)
    case 'DELETE /v1/invoices/:id':
      return books.delete(id)
    case 'POST /v1/invoices/:id/add_lines':
      return books.addLines(id, (params as unknown as { lines: never[] }).lines)
    case 'POST /v1/invoices/:id/finalize':
      return books.finalise(id)
    case 'POST /v1/invoices/:id/pay':
      return books.pay(id)
    case 'POST /v1/invoices/:id/void':
      return books.void(id)
    case 'POST /v1/invoices/:id/mark_uncollectible':
      return books.markUncollectible(id)
    case 'GET /v1/invoices':
      return listOf([...books.invoices.values()], params as never, isOf(params as never))
    case 'GET /v1/events':
      return listOf(books.events, params as never, isOf(params as never))
    case 'GET /v1/events/:id': {
      const event = books.events.find((event) => event.id === id)
      if (!event) throw new Refused(`No such event: '${id}'`, 'resource_missing', 404)
      return event
    }
    default:
      return route satisfies never
  }
}

interface ListRequest {
  limit: number
  starting_after?: string
  customer?: string
  created?: { gte: number }
  types?: string[]
}
type Listed = Stripe.Invoice | Stripe.Event

function isOf({ customer, created, types }: ListRequest): (object: Listed) => boolean {
  return (object) =>
    (!customer || (object.object === 'invoice' && object.customer === customer)) &&
    (!created || object.created >= created.gte) &&
    (!types || (object.object === 'event' && types.includes(object.type)))
}

/** Newest first, a page at a time. */
function listOf(all: Listed[], { limit, starting_after }: ListRequest, matches: (object: Listed) => boolean) {
  const found = all.filter(matches).reverse()
  const begin = starting_after ? found.findIndex(({ id }) => id === starting_after) + 1 : 0
  const data = found.slice(begin, begin + limit)
  return { object: 'list', data, has_more: begin + limit < found.length, url: '/v1/list' }
}

function errorOf(type: string, message: string, code?: string) {
  return { error: { type, message, ...(code && { code }) } }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standin' })
    .end(JSON.stringify(body))
}
