import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { decryptWaiting, encryptWaiting, waitingKey } from './waiting-key.ts'

const PLAIN = new TextEncoder().encode('1 Unsent Street')
const BOUND = ['draft', 'person:1', 'consumer', 5]

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Answers requests for keys, each with a new one; `refuse` answers those that send a sealed key. */
function stubKeys(refuse?: () => Response): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { sealed } = JSON.parse(body)
    asked.push(sealed ?? 'new')
    if (sealed && refuse) return refuse()
    return Response.json({
      key: Buffer.alloc(32, asked.length).toString('base64'),
      sealed: sealed ?? `k${asked.length}`,
    })
  })
  return asked
}

test('what is encrypted is read again by the key that the page has, asked for once', async () => {
  const asked = stubKeys()
  const stored = await encryptWaiting(await waitingKey('person:1'), PLAIN, BOUND)
  expect(new TextDecoder().decode(stored.content)).not.toContain('Unsent')
  const read = await decryptWaiting({ ...stored, owner: 'person:1' }, BOUND)
  expect(new TextDecoder().decode(read)).toBe('1 Unsent Street')
  expect(asked).toEqual(['new'])
})

test('R39 what was moved, redated or altered can’t be read', async () => {
  stubKeys()
  const stored = {
    ...(await encryptWaiting(await waitingKey('person:2'), PLAIN, BOUND)),
    owner: 'person:2',
  } as const
  expect(await decryptWaiting(stored, BOUND)).toBeDefined()
  expect(await decryptWaiting(stored, BOUND.with(1, 'person:3'))).toBeUndefined()
  expect(await decryptWaiting(stored, BOUND.with(3, 6))).toBeUndefined()
  const content = stored.content.slice(0)
  new Uint8Array(content).fill(0, 0, 1)
  expect(await decryptWaiting({ ...stored, content }, BOUND)).toBeUndefined()
})

test('R39 a key that is someone else’s opens nothing; one that can’t be had now is asked for again', async () => {
  const stored = { sealed: 'theirs', nonce: new Uint8Array(12), content: new ArrayBuffer(16) }
  const asked = stubKeys(() => Response.json({ error: 'VALIDATION_ERROR', message: 'No' }, { status: 400 }))
  expect(await decryptWaiting({ ...stored, owner: 'person:4' }, BOUND)).toBeUndefined()
  expect(asked).toEqual(['theirs'])

  const later = stubKeys(() => Response.json({ error: 'UNAUTHENTICATED', message: 'No' }, { status: 401 }))
  for (const _try of [1, 2])
    await expect(decryptWaiting({ ...stored, owner: 'person:5' }, BOUND)).rejects.toThrow(ApiError)
  expect(later).toEqual(['theirs', 'theirs'])
})
