import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { VARIABLES } from '#server/boot/config-variables.ts'
import type { Variable } from '#server/boot/variable.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { PRODUCTION } from '#server/testing/production.ts'

const MARK = 'S3CRET'
const documentKey = randomBytes(32).toString('base64')

/** Secrets with a prescribed form; all others are text. */
const FORMS: Record<string, string> = {
  DATABASE_URL: `postgres://app:${MARK}@db.internal/verdaccord`,
  DATABASE_DIRECT_URL: `postgres://app:${MARK}@direct.internal/verdaccord`,
  DATABASE_READ_URL: `postgres://app:${MARK}@replica.internal/verdaccord`,
  DATABASE_OWNER_URL: `postgres://owner:${MARK}@db.internal/verdaccord`,
  DOCUMENT_KEYS: `k1:${documentKey}`,
  CHECKPOINT_KEYS: `c1:${documentKey}`,
  KMS_URL: `kms://KEY:${MARK}@alias/papers?region=eu-west-2`,
  TIMESTAMP_URL: `https://app:${MARK}@stamps.internal/`,
  SANCTIONS_FETCH: `eu=https://lists.internal/eu.xml?token=${MARK}`,
  SMTP_URL: `smtp://app:${MARK}@mail.internal`,
  S3_URL: `s3://KEY:${MARK}@bucket?region=eu-west-2`,
  OTEL_EXPORTER_OTLP_HEADERS: `api-key=${MARK}-${'x'.repeat(40)}`,
  STRIPE_SECRET_KEY: `sk_test_${MARK}${'x'.repeat(40)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${MARK}${'x'.repeat(40)}`,
}
const SECRETS = Object.entries<Variable<unknown>>(VARIABLES).flatMap(([name, { secret }]) =>
  // Mails are sent in one way, so one of the two is not set.
  secret && name !== 'RESEND_API_KEY' && name !== 'RESEND_WEBHOOK_SECRETS'
    ? [[name, FORMS[name] ?? `${MARK}-${name}-${'x'.repeat(40)}`]]
    : [],
)

/** Headers that contain secrets, sessions and addresses. */
const HEADERS = [
  'cookie',
  'set-cookie',
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-auth-token',
  'x-access-token',
  'x-refresh-token',
  'x-id-token',
  'x-session-id',
  'x-csrf-token',
  'x-amz-security-token',
  'x-client-secret',
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'referer',
  'cf-access-jwt-assertion',
  'x-ms-client-principal',
  'idempotency-key',
  'stripe-signature',
  'svix-signature',
  ...SECRETS.map(([name = '']) => name.toLowerCase().replaceAll('_', '-')),
  'password',
  'token',
  'secret',
]

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    env: {
      ...Object.fromEntries(SECRETS),
      OIDC_ISSUER: 'https://id.example.org/',
      OIDC_CLIENT_ID: 'client-7',
      PUBLIC_URL: 'http://localhost:3999',
    },
  })
})

describe('/api/auth/debug', () => {
  test('shows how sign-in is set up, to everyone on a developer’s machine', async () => {
    for (const call of [app.call, (await app.signIn()).call]) {
      expect((await call('GET', '/api/auth/debug')).json()).toMatchObject({
        environment: 'development',
        auth0Config: {
          domain: 'id.example.org',
          clientID: 'client-7',
          scope: 'openid profile email',
          issuerBaseURL: 'https://id.example.org/',
        },
        baseURL: 'http://localhost:3999',
        callbackURL: 'http://localhost:3999/api/auth/callback',
      })
    }
  })

  test('names the embedded provider if no other is configured', async () => {
    const embedded = await testApp()
    expect((await embedded.call('GET', '/api/auth/debug')).json().auth0Config).toMatchObject({
      domain: 'localhost:3000',
      clientID: 'verdaccord',
      issuerBaseURL: 'http://localhost:3000/idp',
    })
  })

  test.each(HEADERS)('A13 R62 never shows the value of the header %s', async (name) => {
    const answer = await app.call('GET', '/api/auth/debug', undefined, { [name]: `${MARK}-in-a-header` })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().headers[name]).toBe('[redacted]')
    expect(answer.body).not.toContain(MARK)
  })

  test('A13 R62 shows no session, and no secret of the configuration', async () => {
    expect(SECRETS.length).toBeGreaterThan(4)
    const person = await app.signIn()
    const { body } = await person.call('GET', '/api/auth/debug')
    expect(body).not.toContain(person.cookie.split('=')[1])
    for (const secret of [MARK, documentKey, 'db.internal', 'mail.internal', person.email, '127.0.0.1'])
      expect(body).not.toContain(secret)
  })

  test('shows the harmless headers unchanged', async () => {
    const answer = await app.call('GET', '/api/auth/debug', undefined, { 'accept-language': 'cy-GB' })
    expect(answer.json().headers).toMatchObject({
      'accept-language': 'cy-GB',
      'sec-fetch-site': 'same-origin',
      host: expect.stringContaining('localhost'),
    })
  })

  test('A13 R62 does not exist in production, nor in its API description', async () => {
    const production = await testApp({ env: PRODUCTION })
    expect((await production.call('GET', '/api/auth/debug')).json().error).toBe('NOT_FOUND')
    expect((await production.call('GET', '/api/site')).json().debugAvailable).toBe(false)
    expect((await production.call('GET', '/api/openapi.json')).body).not.toContain('/api/auth/debug')
    expect((await app.call('GET', '/api/openapi.json')).body).toContain('/api/auth/debug')
    expect((await app.call('GET', '/api/site')).json().debugAvailable).toBe(true)
  })
})
