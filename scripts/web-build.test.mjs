import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf } from './web-build.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inputs-'))
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web/main.tsx'), 'one')
  writeFileSync(join(folder, 'vite.config.ts'), 'two')
})
afterEach(() => rmSync(folder, { recursive: true }))

const hash = () => hashOf(['web', 'vite.config.ts', 'missing'], folder)

test('the same inputs give the same hash, whenever they were written', () => {
  const before = hash()
  writeFileSync(join(folder, 'web/main.tsx'), 'one')
  expect(hash()).toBe(before)
})

test('a changed, a renamed and a new input each change the hash', () => {
  const hashes = [hash()]
  writeFileSync(join(folder, 'vite.config.ts'), 'three')
  hashes.push(hash())
  renameSync(join(folder, 'web/main.tsx'), join(folder, 'web/start.tsx'))
  hashes.push(hash())
  writeFileSync(join(folder, 'web/theme.css'), '')
  hashes.push(hash())
  expect(new Set(hashes).size).toBe(4)
})

test('a changed test does not rebuild the client', () => {
  const before = hash()
  writeFileSync(join(folder, 'web/main.test.tsx'), 'a test')
  expect(hash()).toBe(before)
})
