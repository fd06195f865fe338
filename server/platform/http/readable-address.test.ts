import { expect, test } from 'vitest'
import { readableAddress } from './readable-address.ts'

test.each([
  ['/onboarding?step=3', '/onboarding?step=3'],
  ['/%61pi/user/profile', '/%61pi/user/profile'],
  ['/api/users?name=50%', '/api/users?name=50%'],
  ['/terms%', '/terms%25'],
  ['/terms%?from=%C3%A9', '/terms%25?from=%C3%A9'],
  ['/%E0%A4%A/%61', '/%25E0%25A4%25A/%2561'],
  ['/%c0%ae%c0%ae/etc', '/%25c0%25ae%25c0%25ae/etc'],
])('%s is read as %s', (url, read) => {
  expect(readableAddress(url)).toBe(read)
  const [path = ''] = read.split('?')
  expect(() => decodeURIComponent(path)).not.toThrow()
})
