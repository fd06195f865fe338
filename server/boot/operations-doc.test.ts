import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EMAIL_CHANGE_LIMIT } from '#contract/account/account.ts'
import type { AnyEndpoint, RateLimit } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const endpoints: readonly AnyEndpoint[] = ENDPOINTS
const limits: RateLimit[] = [EMAIL_CHANGE_LIMIT, ...endpoints.flatMap(({ limit }) => limit ?? [])]
const buckets = [...new Map(limits.map((limit) => [limit.bucket, limit])).values()]

/** The wording of the table of rate limits: "20 in 10 minutes". */
function words({ max, windowSeconds }: RateLimit): string {
  const minutes = windowSeconds / 60
  if (minutes === 1) return `${max} in a minute`
  return minutes === 60 ? `${max} in an hour` : `${max} in ${minutes} minutes`
}

test('R54 docs/operations.md lists the limits that the endpoints declare', () => {
  const missing = buckets.filter((limit) => !page.includes(`| ${words(limit)}`))
  expect(missing).toEqual([])
})

test('docs/operations.md lists each scheduled job', () => {
  const types = ['../model/jobs/jobs.ts', '../../contract/operations/job-names.ts']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n')
  const names = [...types.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].flatMap(([, name]) => name ?? [])
  expect(names).toContain('sweep-exports')
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
