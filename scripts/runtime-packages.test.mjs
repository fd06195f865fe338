import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { foldersOf, RUNTIME_PACKAGES } from './runtime-packages.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')
const lock = JSON.parse(read('package-lock.json'))

test('a package comes with what it depends on, each from where Node finds it', () => {
  const packages = {
    '': {},
    'node_modules/a': { dependencies: { b: '1', '@s/c': '1' } },
    'node_modules/a/node_modules/b': { dependencies: { d: '1' } },
    'node_modules/b': { dependencies: { unrelated: '1' } },
    'node_modules/@s/c': { dependencies: { a: '1' }, optionalDependencies: { native: '1', absent: '1' } },
    'node_modules/d': {},
    'node_modules/native': { optional: true },
    'node_modules/unrelated': {},
  }
  expect(foldersOf(['a'], { packages })).toEqual([
    'node_modules/@s/c',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/d',
    'node_modules/native',
  ])
})

test('each of them ships, and brings its programs', () => {
  const folders = foldersOf(RUNTIME_PACKAGES, lock)
  expect(folders.filter((folder) => lock.packages[folder].dev)).toEqual([])
  expect(folders).toContain('node_modules/@img/sharp-linux-x64')
})

test('a package whose files are looked for by name is among them', () => {
  const sources = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const named = sources.flatMap((file) => [
    ...read(file).matchAll(/\bresolve\(\s*['`]((?:@[\w.-]+\/)?[\w-]+)\//g),
  ])
  const names = new Set(named.map(([, name]) => name))
  expect(names).toContain('swagger-ui-dist')
  expect([...names].filter((name) => !RUNTIME_PACKAGES.includes(name))).toEqual([])
})
