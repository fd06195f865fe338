import type { z } from 'zod'
import { BACKGROUND_HEADER } from '#contract/background.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { isUnattended } from './activity.ts'
import { ApiError, isSentence } from './api-error.ts'
import { dropFirstAnswers } from './first-answers.ts'

// Only the contract's types are imported: the browser gets no endpoint schemas, only names.
type Named<E extends Endpoint = Endpoint> = E extends Endpoint
  ? { key: `${E['method']} ${E['path']}`; endpoint: E }
  : never
export type EndpointKey = Named['key']
type EndpointOf<K extends EndpointKey> = Extract<Named, { key: K }>['endpoint']

type Part<E, P extends 'params' | 'query' | 'body'> = E extends { [K in P]: infer S extends z.ZodType }
  ? z.input<S>
  : never
type Given<E, P extends 'params' | 'query' | 'body'> = [Part<E, P>] extends [never]
  ? { [K in P]?: undefined }
  : Record<never, never> extends Part<E, P>
    ? { [K in P]?: Part<E, P> }
    : { [K in P]: Part<E, P> }

/** An endpoint's input: its path parameters, query and body, as typed by the contract. */
export type Input<K extends EndpointKey> = Given<EndpointOf<K>, 'params'> &
  Given<EndpointOf<K>, 'query'> &
  Given<EndpointOf<K>, 'body'>
/** An endpoint's answer. */
export type Answer<K extends EndpointKey> =
  EndpointOf<K> extends { answer: infer S extends z.ZodType } ? z.output<S> : undefined

type Args<K extends EndpointKey> =
  Record<never, never> extends Input<K>
    ? [input?: Input<K>, options?: CallOptions]
    : [input: Input<K>, options?: CallOptions]

interface CallOptions {
  signal?: AbortSignal
}

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Calls an endpoint by its name, such as `GET /api/auth/user`. Throws ApiError for every failure, coded or not. */
export async function api<K extends EndpointKey>(key: K, ...[input, options]: Args<K>): Promise<Answer<K>> {
  const { body } = (input ?? {}) as LooseInput
  const [method] = key.split(' ')
  if (method !== 'GET') dropFirstAnswers()
  let response: Response
  try {
    response = await fetch(callAddress(key, input), {
      method,
      credentials: 'same-origin',
      headers: {
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...(isUnattended() && { [BACKGROUND_HEADER]: '1' }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      ...(options?.signal && { signal: options.signal }),
    })
  } catch (cause) {
    if (options?.signal?.aborted) throw cause
    throw ApiError.network(cause)
  }
  followMaintenance(response.headers.has('x-maintenance'))
  const text = await textOf(response, options?.signal)
  if (!response.ok) throw failureOf(response, text)
  if (response.status === 204) return undefined as Answer<K>
  try {
    return JSON.parse(text) as Answer<K>
  } catch (cause) {
    throw new ApiError(response.status, 'We couldn’t read the server’s answer. Try again.', {}, { cause })
  }
}

/** The URL of an endpoint with this input. */
export function callAddress(key: EndpointKey, input: object | undefined): string {
  const { params, query } = (input ?? {}) as LooseInput
  const path = key.slice(key.indexOf('/'))
  return (
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name]))) +
    queryString(query)
  )
}

/** Follows the maintenance banner, also one that came with the page and must be removed later. */
function followMaintenance(isOn: boolean): void {
  if (isOn || document.querySelector('body > .maintenance'))
    void import('./maintenance-line.ts').then(({ showMaintenance }) => showMaintenance(isOn))
}

/** The body as text; a refusal whose body was lost is still that refusal. */
async function textOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (!response.ok) return ''
    throw ApiError.network(cause)
  }
}

/** The error for a refused answer: the coded body, or a generic one (onboarding §8.1). */
function failureOf(response: Response, text: string): ApiError {
  const { status } = response
  const fallback = `API request failed with status ${status}`
  let body: Partial<ErrorBody>
  try {
    body = JSON.parse(text) ?? {}
  } catch {
    return new ApiError(status, isSentence(text) ? `${status}: ${text.trim().slice(0, 200)}` : fallback)
  }
  // With an empty message the page uses its own.
  const said = [body.message, body.error].find((text) => text === '' || isSentence(text))
  return new ApiError(status, said ?? fallback, body)
}

function queryString(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size ? `?${search}` : ''
}
