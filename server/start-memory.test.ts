import { expect, test } from 'vitest'
import { releaseStartMemory, withoutMarking } from './start-memory.ts'

test('collects what nobody holds any more, and leaves no way behind to ask for it', async () => {
  const leftover = new WeakRef(Array.from({ length: 100_000 }, (_, n) => ({ n })))
  await releaseStartMemory()
  expect(leftover.deref()).toBeUndefined()
  expect(globalThis.gc).toBeUndefined()
})

test('what is started without marking gives what it gives and throws what it throws', async () => {
  await expect(withoutMarking(async () => 'started')).resolves.toBe('started')
  await expect(withoutMarking(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
})
