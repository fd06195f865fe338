import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { foldersOf, isCopied, RUNTIME_PACKAGES } from './runtime-packages.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')
const lock = JSON.parse(read('package-lock.json'))

test('a package is copied with its dependencies, each from where Node finds it', () => {
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

test('each package ships with its programs', () => {
  const folders = foldersOf(RUNTIME_PACKAGES, lock)
  expect(folders.filter((folder) => lock.packages[folder].dev)).toEqual([])
  expect(folders).toContain('node_modules/@img/sharp-linux-x64')
})

test('a package whose files are looked up by name is included', () => {
  const sources = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const named = sources.flatMap((file) => [
    ...read(file).matchAll(/\bresolve\(\s*['`]((?:@[\w.-]+\/)?[\w-]+)\//g),
  ])
  const names = new Set(named.map(([, name]) => name))
  expect(names).toContain('swagger-ui-dist')
  expect([...names].filter((name) => !RUNTIME_PACKAGES.includes(name))).toEqual([])
})

test('only the build of the reader that is used is copied', () => {
  const copied = globSync('**/*', { cwd: join(root, 'node_modules/tesseract.js-core') }).filter((path) =>
    isCopied('tesseract.js-core', path),
  )
  expect(copied.toSorted()).toEqual([
    'LICENSE',
    'package.json',
    'tesseract-core-simd-lstm.js',
    'tesseract-core-simd-lstm.wasm',
  ])
})

test('only the models of a package are copied, without its program', () => {
  const copied = globSync('**/*', { cwd: join(root, 'node_modules/@vladmandic/face-api') }).filter((path) =>
    isCopied('@vladmandic/face-api', path),
  )
  expect(copied.toSorted()).toEqual([
    'LICENSE',
    'model',
    'model/face_landmark_68_model-weights_manifest.json',
    'model/face_landmark_68_model.bin',
    'model/face_recognition_model-weights_manifest.json',
    'model/face_recognition_model.bin',
    'model/tiny_face_detector_model-weights_manifest.json',
    'model/tiny_face_detector_model.bin',
    'package.json',
  ])
  expect([isCopied('sharp', 'lib/index.js'), isCopied('sharp', 'lib/index.d.ts')]).toEqual([true, false])
})
