import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'verdaccord-door-'))
const SERVER = `console.log('started'); exports.name = 'first'; Promise.resolve().then(() => require('./later.cjs'))`
const LATER = `console.log('later', require('./serve.cjs').name)`

beforeEach(() => {
  copyFileSync(join(import.meta.dirname, 'server-entry.mjs'), join(folder, 'main.mjs'))
  writeFileSync(join(folder, 'serve.cjs'), SERVER)
  writeFileSync(join(folder, 'later.cjs'), LATER)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the server by its door, runs `then` beside it, and returns what both print. */
function start(then = '') {
  const program = `const { script, compiledFile } = await import('./main.mjs')
    const { writeFileSync } = await import('node:fs')
    console.log('rejected', script.cachedDataRejected)
    ${then}`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
    env: { TMPDIR: folder },
  })
  return (stdout + stderr).trim().split('\n')
}
const KEEP = 'writeFileSync(compiledFile, script.createCachedData()); console.log(compiledFile)'

test('a server without compiled code starts, and what it loads later finds the one that runs', () => {
  expect(start().sort()).toEqual(['later first', 'rejected undefined', 'started'])
})

test('code that was compiled of the same text is used', () => {
  expect(existsSync(start(KEEP).find((line) => line.includes('serve.cjs')))).toBe(true)
  expect(start().sort()).toEqual(['later first', 'rejected false', 'started'])
})

test('another text of the same length is not run by the code of the former one', () => {
  start(KEEP)
  writeFileSync(join(folder, 'serve.cjs'), SERVER.replace('first', 'other'))
  expect(start().sort()).toEqual(['later other', 'rejected undefined', 'started'])
})

test('compiled code that V8 does not take costs time alone, and is told of', () => {
  start(`writeFileSync(compiledFile, 'from another version')`)
  const told = 'Built by another version of Node: every start takes longer'
  expect(start().sort()).toEqual([told, 'later first', 'rejected true', 'started'])
})
