import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readKms } from '#server/config.ts'

const key = 'k1:p4bMOYOTsVe7jOBBWBD8tfX2lLv1wrwjj2Zd2gYpkLQ='
/** The form in which make-key returns a key that a KMS has wrapped. */
const WRAPPED = `k2:kms:${Buffer.alloc(120, 7).toString('base64')}`
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://verify.example.com',
  OIDC_ISSUER: 'https://id.example.com/',
  OIDC_CLIENT_ID: 'verdaccord',
  DOCUMENT_KEYS: key,
  CAPTCHA_KEY: 'Zk1v9QeLr4mTnXw7BsYd2HcUj6GfPa38',
  SMTP_URL: 'smtp://mail.example.com',
}

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('configuration', () => {
  test('needs no settings at all', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      demo: true,
      production: false,
      fourEyes: false,
      fourEyesForRoles: true,
    })
  })

  test('R21 asks staff for a second factor only in production', () => {
    expect(readConfig({}).sessions.staffNeedSecondFactor).toBe(false)
    expect(readConfig(PRODUCTION).sessions.staffNeedSecondFactor).toBe(true)
    const embedded = { ...PRODUCTION, OIDC_ISSUER: '', EMBEDDED_IDP: 'allow' }
    expect(readConfig(embedded).sessions.staffNeedSecondFactor).toBe(true)
    expect(readConfig({ ...embedded, STAFF_REQUIRES_MFA: '0' }).sessions.staffNeedSecondFactor).toBe(false)
  })

  test.each([
    ['PORT', 'eighty', /PORT is "eighty", expected a whole number from 0 to 65535/],
    ['PORT', '70000', /PORT is "70000"/],
    ['DATABASE_URL', 'mysql://x/y', /DATABASE_URL is set to something, expected a PostgreSQL address/],
    ['DOCUMENT_KEYS', 'short', /DOCUMENT_KEYS is set to something, expected one or more keys/],
    ['DOCUMENT_KEYS', 'k1:kms:c2hvcnQ=', /DOCUMENT_KEYS is set to something, expected one or more keys/],
    ['DOCUMENT_KEYS', WRAPPED, /KMS_URL is not set.*DOCUMENT_KEYS has a key that a KMS has wrapped/],
    ['CHECKPOINT_KEYS', WRAPPED, /KMS_URL is not set.*CHECKPOINT_KEYS has a key that a KMS has wrapped/],
    ['KMS_URL', 'alias/verdaccord', /KMS_URL is set to something, expected one or more keys of a KMS/],
    ['DEMO', 'yes', /DEMO is "yes", expected 1 to seed/],
    [
      'REQUIRE_FOUR_EYES_FOR_ROLES',
      'off',
      /REQUIRE_FOUR_EYES_FOR_ROLES is "off", expected 1 to ask a second/,
    ],
    ['ANALYTICS_SCRIPT_URL', 'http://stats.example.com/tag.js', /expected the https address/],
    ['COMPANY_TERMS_URL', 'http://legal.example.com', /expected the https address/],
    ['OIDC_ISSUER', 'example.eu.auth0.com', /expected the exact issuer .*, such as https:/],
    ['MAIL_FROM', 'Verdaccord', /MAIL_FROM is "Verdaccord", expected the sender of mails, such as/],
    ['MAIL_FROM', 'Verdaccord <no-reply@example.com', /MAIL_FROM is/],
    ['COMPANY_SUPPORT_EMAIL', 'support', /expected the support address, such as/],
    ['ANALYTICS_ORIGINS', 'https://stats.example.com/path', /expected origins/],
    ['PICTURE_ORIGINS', 'http://faces.example.com', /expected origins from which/],
    ['ANALYTICS_COOKIES', 'a=b', /expected names of the cookies/],
    ['ANALYTICS_SCRIPT_URL', 'https://stats.example.com/tag.js', /ANALYTICS_COOKIES is not set/],
    ['STRIPE_SECRET_KEY', 'pk_test_12345678', /STRIPE_SECRET_KEY is set to something, expected a secret/],
    ['STRIPE_SECRET_KEY', 'sk_test_12345678', /STRIPE_WEBHOOK_SECRET is not set/],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_12345678', /STRIPE_SECRET_KEY is not set/],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_12345678,secret', /STRIPE_WEBHOOK_SECRET is set to something/],
    ['RESEND_API_KEY', 're_12345678', /RESEND_WEBHOOK_SECRETS is not set/],
    ['FACE_COMPARISON', 'on', /FACE_COMPARISON_BASIS is not set, .* biometric data needs a legal basis/],
    ['FACE_COMPARISON_BASIS', 'Art. 9(2)(g), assessed 1 Nov 2026', /FACE_COMPARISON is off, expected on/],
    ['FACE_COMPARISON_BASIS', 'because', /FACE_COMPARISON_BASIS is "because", expected the legal basis/],
    [
      'RESEND_WEBHOOK_SECRETS',
      'whsec_short',
      /RESEND_WEBHOOK_SECRETS is set to something, expected one or more/,
    ],
    ['INVESTOR_RULES', 'fca', /INVESTOR_RULES is "fca", expected "platform" or "statutory"/],
    ['PUBLIC_URL', 'https://example.com/verify', /PUBLIC_URL is .*, expected the address .* without a path/],
    ['TRUSTED_PROXIES', '0.0.0.0/0', /TRUSTED_PROXIES is "0.0.0.0[/]0", expected addresses or ranges/],
    ['NODE_ENV', 'prod', /NODE_ENV is "prod", expected production, development or test/],
  ])('names %s if it is "%s"', (name, value, sentence) => {
    expect(problemsOf({ [name]: value })).toMatch(sentence)
  })

  test('names every wrong variable at once, without showing secrets', () => {
    const sentence = problemsOf({ PORT: 'x', SMTP_URL: 'http://user:hunter2@host' })
    expect(sentence).toContain('PORT')
    expect(sentence).toContain('SMTP_URL')
    expect(sentence).not.toContain('hunter2')
  })

  test.each([
    ['DOCUMENT_KEYS', `k1:${Buffer.alloc(32).toString('base64')}`],
    ['DOCUMENT_KEYS', `k1:${Buffer.from([...Array(32).keys()]).toString('base64')}`],
    ['DOCUMENT_KEYS', `${key},${key.replace('k1', 'k2')}`],
    ['DOCUMENT_KEYS', `${key},${key}`],
    ['CAPTCHA_KEY', 'x'.repeat(32)],
    ['CAPTCHA_KEY', '0123456789abcdef0123456789abcdef'],
    ['CAPTCHA_KEY', 'please-change-me-to-a-long-random-text'],
    ['OIDC_CLIENT_SECRET', 'verdaccord'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['RATE_LIMIT_FACTOR', '10000'],
    ['SESSION_IDLE_MINUTES', '1440'],
    ['SESSION_HOURS', '720'],
    ['ADMIN_SESSION_IDLE_MINUTES', '31'],
    ['ADMIN_SESSION_HOURS', '13'],
    ['SANCTIONS_MAX_AGE_DAYS', '365'],
    ['COMPANY_DOMAINS', 'example.com,gmail.com'],
    ['COMPANY_DOMAINS', '*'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['TRUSTED_PROXIES', '10.0.0.300'],
    ['RESEND_URL', 'http://mail.example.com'],
    ['KMS_URL', 'kms://alias/papers?region=eu-west-2&endpoint=http://kms.example.com'],
    ['CHECKPOINT_KEYS', `k1:${Buffer.alloc(32).toString('base64')}`],
  ])('T7 refuses production with %s="%s"', (name, value) => {
    expect(problemsOf({ ...PRODUCTION, [name]: value })).toContain(name)
  })

  test.each([
    ['OIDC_CLIENT_SECRET', 'verdaccord', 'the identity provider shows'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'Stripe shows'],
  ])('says where %s comes from, which no one here makes', (name, value, place) => {
    const problem = problemsOf({ ...PRODUCTION, [name]: value })
    expect(problem).toContain(place)
    expect(problem).not.toContain('openssl')
  })

  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.0.2.1'],
    ['PUBLIC_URL', 'https://verify.example.com'],
    ['PUBLIC_URL', 'http://localhost.evil.test:3000'],
    ['PUBLIC_URL', 'http://127.0.0.1.evil.test'],
  ])(
    'T3 treats %s="%s" as production, and refuses to start without its secrets and providers',
    (name, value) => {
      const sentence = problemsOf({ [name]: value, NODE_ENV: 'development' })
      expect(sentence).toMatch(/^HOST is .*is run as production\.$/m)
      for (const needed of ['OIDC_ISSUER', 'DOCUMENT_KEYS', 'CAPTCHA_KEY', 'SMTP_URL'])
        expect(sentence).toContain(`${needed} is not set`)
      const { NODE_ENV: _, ...given } = PRODUCTION
      expect(readConfig({ ...given, HOST: '0.0.0.0' })).toMatchObject({ production: true, demo: false })
    },
  )

  test.each([
    { HOST: 'localhost' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://127.0.0.1:3000' },
    { PUBLIC_URL: 'http://[::1]:3000' },
  ])('T3 is a first look with %j', (env) => {
    expect(readConfig(env)).toMatchObject({ production: false, demo: true })
  })

  test('R63 starts in production if everything is given', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ production: true, demo: false, mailTracking: false })
  })

  test('R47 takes keys wrapped by a KMS along with plain ones, and several keys of a KMS', () => {
    const { documentKeys, kms } = readConfig({
      ...PRODUCTION,
      DOCUMENT_KEYS: `${WRAPPED}, ${key}`,
      KMS_URL: 'kms://alias/papers?region=eu-west-2, kms://alias/former?region=eu-west-1',
    })
    expect(documentKeys).toEqual([
      { id: 'k2', wrapped: Buffer.alloc(120, 7) },
      { id: 'k1', key: Buffer.from(key.slice(3), 'base64') },
    ])
    expect(kms.map(({ keyId, region }) => [keyId, region])).toEqual([
      ['alias/papers', 'eu-west-2'],
      ['alias/former', 'eu-west-1'],
    ])
    expect(readKms({})).toEqual([])
    expect(() => readKms({ KMS_URL: 'alias/papers' })).toThrow('KMS_URL is set to something')
  })

  test('sends mails by SMTP or by Resend, not by both', () => {
    const resend = {
      RESEND_API_KEY: 're_12345678',
      RESEND_WEBHOOK_SECRETS: 'whsec_p4bMOYOTsVe7jOBBWBD8tfX2lLv1wrwjj2Zd2gYpkLQ=',
    }
    expect(readConfig({ ...PRODUCTION, SMTP_URL: '', ...resend }).resend?.url).toBe('https://api.resend.com')
    expect(problemsOf({ ...PRODUCTION, ...resend })).toContain('SMTP_URL and RESEND_API_KEY are both set')
  })

  test.each([
    ['PUBLIC_URL', 'http://verify.example.com'],
    ['OIDC_ISSUER', ''],
    ['OIDC_ISSUER', 'http://id.example.com'],
    ['DOCUMENT_KEYS', ''],
    ['CAPTCHA_KEY', 'short'],
    ['CAPTCHA', 'off'],
    ['DEMO', '1'],
    ['SMTP_URL', ''],
  ])('R63 refuses production with %s="%s"', (name, value) => {
    expect(problemsOf({ ...PRODUCTION, [name]: value })).toContain(name)
  })
})
