import { expect, test } from 'vitest'
import { releaseStartMemory } from './start-memory.ts'

test('collects what nobody holds any more, and leaves no way behind to ask for it', async () => {
  const leftover = new WeakRef(Array.from({ length: 100_000 }, (_, n) => ({ n })))
  await releaseStartMemory()
  expect(leftover.deref()).toBeUndefined()
  expect(globalThis.gc).toBeUndefined()
})
