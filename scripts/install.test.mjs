import { expect, test } from 'vitest'
import { isInstalled } from './install.mjs'

const lock = (packages) => ({ packages: { '': {}, ...packages } })
const wanted = lock({
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b-darwin': { version: '2.0.0', optional: true },
})

test('leaves an installation with the same versions alone', () => {
  expect(isInstalled(wanted, lock({ 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }))).toBe(
    true,
  )
})

test('installs if nothing is installed, or if an installation was interrupted', () => {
  expect(isInstalled(wanted, undefined)).toBe(false)
})

test('installs a missing package', () => {
  expect(isInstalled(wanted, lock({}))).toBe(false)
})

test('installs another version, or other contents of the same version', () => {
  const other = (entry) => isInstalled(wanted, lock({ 'node_modules/a': entry }))
  expect(other({ version: '1.0.1', integrity: 'sha512-a' })).toBe(false)
  expect(other({ version: '1.0.0', integrity: 'sha512-z' })).toBe(false)
})

test('removes a package that the lock file no longer names', () => {
  const installed = lock({
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/old': { version: '1.0.0' },
  })
  expect(isInstalled(wanted, installed)).toBe(false)
})
