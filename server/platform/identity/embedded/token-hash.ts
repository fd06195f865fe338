import { createHash } from 'node:crypto'

/** What is stored of a token, so that reading the database opens nothing. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
