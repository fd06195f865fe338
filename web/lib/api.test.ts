import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from './api.ts'
import { ApiError, mayHaveHappened } from './api-error.ts'

/** Answers every call with this text, or with a body that breaks off. */
function answer(status: number, body: string | Error) {
  const stream = new ReadableStream({
    start: (controller) => {
      if (typeof body !== 'string') return controller.error(body)
      controller.enqueue(new TextEncoder().encode(body))
      controller.close()
    },
  })
  vi.stubGlobal('fetch', async () => new Response(stream, { status }))
}

const failure = async (signal?: AbortSignal) => {
  try {
    await api('GET /api/site', undefined, signal ? { signal } : {})
  } catch (error) {
    return error
  }
  throw new Error('The call should have failed')
}

afterEach(() => vi.unstubAllGlobals())

describe('a call that fails', () => {
  it.each([
    ['an answer that breaks off', 200, new TypeError('terminated'), 0],
    ['an answer that is no JSON', 200, '<html>Sign in to this network</html>', 200],
    ['a refusal that breaks off', 503, new TypeError('terminated'), 503],
    ['a refusal that is no JSON', 502, 'Bad gateway', 502],
  ])('is an ApiError: %s', async (_case, status, body, expected) => {
    answer(status, body)
    const error = await failure()
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: expected })
    expect(mayHaveHappened(error)).toBe(true)
  })

  it('promises no retry if no answer came: only the person repeats a change', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failure()
    expect(error).toMatchObject({
      status: 0,
      message: expect.stringMatching(/^We can’t reach the server\. Try again/),
    })
  })

  const LAST = 'API request failed with status'
  it.each([
    ['the page of a proxy', 502, '<!DOCTYPE html><html><body>Bad gateway</body></html>', `${LAST} 502`],
    ['markup in a coded body', 500, '{"message":"<b>Error</b>","error":"INTERNAL"}', 'INTERNAL'],
    ['markup after a blank', 503, '\n <h1>Unavailable</h1>', `${LAST} 503`],
    ['nothing', 504, '', `${LAST} 504`],
    ['blanks', 504, ' \n', `${LAST} 504`],
    ['JSON that is no body', 502, 'null', `${LAST} 502`],
    ['a message that is no text', 500, '{"message":{"a":1}}', `${LAST} 500`],
    ['a short plain text', 503, 'upstream connect error\n', '503: upstream connect error'],
    ['a comparison', 400, '{"message":"The total is < 100%."}', 'The total is < 100%.'],
  ])('reads as a sentence and never as markup: %s', async (_case, status, body, message) => {
    answer(status, body)
    expect(await failure()).toMatchObject({ status, message })
  })

  it('stays an abort if it was cancelled while its answer was read', async () => {
    const abort = new DOMException('Given up', 'AbortError')
    answer(200, abort)
    expect(await failure(AbortSignal.abort(abort))).toBe(abort)
  })

  it('has certainly not happened if the server refused it', () => {
    expect(mayHaveHappened(new ApiError(409, 'Changed', { error: 'STALE_VERSION' }))).toBe(false)
  })
})
