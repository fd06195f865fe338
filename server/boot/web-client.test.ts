import { expect, it } from 'vitest'
import { pageStatus } from './web-client.ts'

it.each([
  ['/', 200],
  ['/welcome', 200],
  ['/profile/?tab=edit', 200],
  ['/admin/users/7?tab=kyc', 200],
  ['/invoice/abc', 200],
  ['/error', 404],
  ['/error/403', 403],
  ['/error/502?message=login', 502],
  ['/error?status=401', 401],
  ['/error/hello', 404],
  ['/error/200', 500],
  ['/nowhere', 404],
  ['/admin/users/7/8', 404],
  ['/profile/nowhere', 404],
  ['/%', 404],
  ['//evil.example/verification', 404],
])('%s is sent with %i', (url, status) => expect(pageStatus(url)).toBe(status))
