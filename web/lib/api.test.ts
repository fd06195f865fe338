import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from './api.ts'
import { ApiError, mayHaveHappened } from './api-error.ts'

/** Answers every call with a body that breaks off, or with this text. */
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

  it('stays an abort when it was given up while its answer was read', async () => {
    const abort = new DOMException('Given up', 'AbortError')
    answer(200, abort)
    expect(await failure(AbortSignal.abort(abort))).toBe(abort)
  })

  it('has surely not happened where the server refused it', () => {
    expect(mayHaveHappened(new ApiError(409, 'Changed', { error: 'STALE_VERSION' }))).toBe(false)
  })
})
