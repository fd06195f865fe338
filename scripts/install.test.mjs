import { expect, test } from 'vitest'
import { isInstalled } from './install.mjs'

const lock = (packages) => ({ packages: { '': {}, ...packages } })
const wanted = lock({
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b-darwin': { version: '2.0.0', optional: true },
})

test('an installation with the same versions is left alone', () => {
  expect(isInstalled(wanted, lock({ 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }))).toBe(
    true,
  )
})

test('nothing installed, or an installation that was cut short, is installed', () => {
  expect(isInstalled(wanted, undefined)).toBe(false)
})

test('a missing package is installed', () => {
  expect(isInstalled(wanted, lock({}))).toBe(false)
})

test('another version, or other contents of the same version, is installed', () => {
  const other = (entry) => isInstalled(wanted, lock({ 'node_modules/a': entry }))
  expect(other({ version: '1.0.1', integrity: 'sha512-a' })).toBe(false)
  expect(other({ version: '1.0.0', integrity: 'sha512-z' })).toBe(false)
})

test('a package that the lock file no longer names is removed', () => {
  const installed = lock({
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/old': { version: '1.0.0' },
  })
  expect(isInstalled(wanted, installed)).toBe(false)
})
