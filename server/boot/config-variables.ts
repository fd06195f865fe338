import { z } from 'zod'
import { InvestorRuleSetId } from '#contract/certifications/investor-rules.ts'
import { DATE_STYLES, DEFAULT_DATE_STYLE } from '#contract/date-style.ts'
import { SignalName } from '#contract/documents/readings.ts'
import { SIGNALS } from '#contract/documents/signal-names.ts'
import { fetchedList } from '#server/model/screening/lists/fetched-list.ts'
import { bucketOf } from '#server/platform/files/bucket.ts'
import { keySettingOf, kmsOf } from '#server/platform/keys/key-setting.ts'
import { isIban } from './config-invoicing.ts'
import {
  anyText,
  commaSeparated,
  compact,
  email,
  isAddressOrRange,
  numberBetween,
  oneOrZero,
  onOrOff,
  postgres,
  readBy,
  url,
  variable,
} from './variable.ts'

/** Origins as browsers write them, such as https://stats.example.com. */
const origins = commaSeparated(
  z.url({ protocol: /^https$/ }).refine((part) => new URL(part).origin === part),
).optional()

/** Keys as `id:base64`, newest first; each is 32 bytes, or wrapped by a KMS. */
const keyList = variable(
  'one or more keys as id:base64 of 32 bytes, or as make-key gives them, separated by commas, newest first',
  commaSeparated(readBy(keySettingOf)).optional(),
  true,
)

/** Every environment variable of the server; docs/configuration.md is checked against this table. */
export const VARIABLES = {
  NODE_ENV: variable(
    'production, development or test',
    z.enum(['production', 'development', 'test']).default('development'),
  ),
  PORT: numberBetween(0, 65_535, 3000),
  HOST: variable('an address to listen on (default 127.0.0.1)', z.string().min(1).default('127.0.0.1')),
  PUBLIC_URL: variable(
    'the address people use, without a path, such as https://verify.example.com',
    z
      .url({ protocol: /^https?$/ })
      .refine((address) => /^https?:[/]{2}[^/?#@]+[/]*$/.test(address))
      .optional(),
  ),
  TRUSTED_PROXIES: variable(
    'addresses or ranges of reverse proxies, separated by commas',
    commaSeparated(z.string().refine(isAddressOrRange)).optional(),
  ),
  DATA_DIR: variable('a folder (default ./data)', z.string().min(1).default('./data')),
  S3_URL: variable(
    's3://BUCKET/PREFIX?region=REGION, and &endpoint=https://… for services other than Amazon’s',
    readBy(bucketOf).optional(),
    true,
  ),
  CHECKPOINTS_URL: anyText(
    'a folder, or a bucket as s3://[KEY:SECRET@]BUCKET[/PREFIX]?region=REGION[&endpoint=URL]',
    true,
  ),
  CHECKPOINT_KEYS: keyList,
  TIMESTAMP_URL: url(
    'the address of a time-stamping authority, such as https://timestamp.example.com',
    /^https?$/,
    true,
  ),
  TIMESTAMP_CERTIFICATES: anyText('a file of the certificates of the authority, as PEM'),
  DATABASE_URL: postgres('a PostgreSQL address, postgres://user:password@host/database'),
  DATABASE_DIRECT_URL: postgres(
    'the PostgreSQL address past a pooler that DATABASE_URL leads to, postgres://user:password@host/database',
  ),
  DATABASE_READ_URL: url(
    'the PostgreSQL address of a replica, postgres://user:password@host/database',
    /^postgres(ql)?$/,
    true,
  ),
  DATABASE_OWNER_URL: postgres(
    'the PostgreSQL address of the same database with the account that owns its tables, postgres://user:password@host/database',
  ),
  DATABASE_POOL_SIZE: numberBetween(1, 200, 10),
  OIDC_ISSUER: url(
    'the exact issuer of the identity provider, as its discovery document states it, such as https://example.eu.auth0.com/',
    /^https?$/,
  ),
  OIDC_CLIENT_ID: anyText('the client id registered at the identity provider'),
  OIDC_CLIENT_SECRET: anyText('the client secret registered at the identity provider', true),
  EMBEDDED_IDP: variable(
    '"allow" to run the embedded identity provider in production',
    z.enum(['allow']).optional(),
  ),
  OIDC_MFA_ACR: variable(
    'the provider’s name for a sign-in with a second factor (default Auth0’s)',
    z.string().min(1).max(200).default('http://schemas.openid.net/pape/policies/2007/06/multi-factor'),
  ),
  STAFF_REQUIRES_MFA: oneOrZero(
    '1 to let staff work only after a sign-in with a second factor, 0 to let them work without (default: 1 in production, else 0)',
  ),
  COMPANY_DOMAINS: variable(
    'email domains of staff, separated by commas',
    z
      .string()
      .transform((value) =>
        value
          .split(',')
          .map((part) => part.trim().toLowerCase())
          .filter(Boolean),
      )
      .pipe(z.array(z.string()).min(1))
      .default(['verdaccord.example']),
  ),
  DOCUMENT_KEYS: keyList,
  KMS_URL: variable(
    'one or more keys of a KMS as kms://[KEY:SECRET@]KEY-ID?region=REGION[&endpoint=URL], separated by commas, the one for new keys first',
    commaSeparated(readBy(kmsOf)).optional(),
    true,
  ),
  CAPTCHA: variable(
    '"off" to accept submissions without a captcha answer (never in production)',
    z.enum(['on', 'off']).default('on'),
  ),
  CAPTCHA_KEY: anyText('a secret of at least 32 characters that signs captcha challenges', true),
  SMTP_URL: url('an SMTP address, smtp://user:password@host:587 or smtps://…', /^smtps?$/, true),
  MAIL_FROM: variable(
    'the sender of mails, such as Verdaccord <no-reply@example.com>',
    z
      .string()
      .trim()
      .regex(/^([^<>]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/)
      .optional(),
  ),
  MAIL_BOUNCES: variable(
    'one address for delivery reports, with up to 14 characters before the @, such as bounces@example.com',
    z
      .string()
      .trim()
      // With an email's number and secret it must stay within the 64 characters of a local part.
      .regex(/^[A-Za-z0-9._-]{1,14}@[A-Za-z0-9.-]{1,190}$/)
      .optional(),
  ),
  MAIL_TRACKING: oneOrZero(
    '1 to count who opens and clicks the links of invitations, 0 to count no one (default: 0 in production, else 1)',
  ),
  RESEND_API_KEY: anyText('the API key of Resend, in the place of SMTP_URL', true),
  RESEND_URL: variable(
    'the address of Resend’s API (default https://api.resend.com)',
    z
      .url({ protocol: /^https?$/ })
      .optional()
      .transform((v) => v?.replace(/\/+$/, '') ?? 'https://api.resend.com'),
  ),
  RESEND_WEBHOOK_SECRETS: variable(
    'one or more signing secrets of webhooks, whsec_ and base64, separated by commas',
    commaSeparated(z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)).optional(),
    true,
  ),
  STRIPE_SECRET_KEY: variable(
    'a secret or restricted key of Stripe, sk_… or rk_…',
    z
      .string()
      .trim()
      .regex(/^(sk|rk)_(test|live)_\w{8,}$/)
      .optional(),
    true,
  ),
  STRIPE_WEBHOOK_SECRET: variable(
    'one or more signing secrets of Stripe’s webhook, whsec_…, separated by commas',
    commaSeparated(z.string().regex(/^whsec_\S{8,}$/)).optional(),
    true,
  ),
  OFFLINE_PAGE: onOrOff('on'),
  READING: onOrOff('on'),
  SIGNALS_OFF: variable(
    `signals that are not shown, separated by commas: ${SIGNALS.join(', ')}`,
    commaSeparated(SignalName).default([]),
  ),
  FACE_COMPARISON: onOrOff('off'),
  FACE_COMPARISON_BASIS: variable(
    'the legal basis in words, 20 to 500 characters, with the Article 9 condition and the date of your own impact assessment',
    z.string().trim().min(20).max(500).optional(),
  ),
  CLAMD_URL: url('the address of ClamAV, tcp://host:3310 or unix:/path', /^(tcp|unix)$/),
  SANCTIONS_LISTS: variable(
    'paths of the files of sanctions lists, separated by commas',
    commaSeparated(z.string().min(1)).optional(),
  ),
  SANCTIONS_FETCH: variable(
    'off, or lists to fetch, separated by commas: uk, un, or a list and its address, as eu=https://…',
    commaSeparated(readBy(fetchedList), 'off').optional(),
    // URLs of the EU and of OpenSanctions contain a token.
    true,
  ),
  SANCTIONS_MAX_AGE_DAYS: numberBetween(1, 365, 14),
  SANCTIONS_FREEZES: variable(
    'off, or what a confirmed match freezes, separated by commas: payments, records',
    commaSeparated(z.enum(['payments', 'records']), 'off').default(['payments', 'records']),
  ),
  SANCTIONS_HOLD: variable('off, strong or possible', z.enum(['off', 'strong', 'possible']).default('off')),
  SESSION_IDLE_MINUTES: numberBetween(1, 1440, 30),
  SESSION_HOURS: numberBetween(1, 720, 12),
  ADMIN_SESSION_IDLE_MINUTES: numberBetween(1, 1440, 15),
  ADMIN_SESSION_HOURS: numberBetween(1, 720, 8),
  READING_PEOPLE_PER_HOUR: numberBetween(1, 100_000, 60),
  READING_PEOPLE_PER_DAY: numberBetween(1, 100_000, 300),
  READING_WITHOUT_CASE_PER_DAY: numberBetween(0, 100_000, 0),
  READING_HOURS: variable(
    'two hours of the day from 00 to 24, such as 07-20',
    z
      .string()
      .regex(/^([01]\d|2[0-4])-([01]\d|2[0-4])$/)
      .transform((value) => ({ from: Number(value.slice(0, 2)), to: Number(value.slice(3)) }))
      .refine(({ from, to }) => from < to)
      .default({ from: 7, to: 20 }),
  ),
  MINIMUM_AGE: numberBetween(18, 30, 18),
  RETENTION_YEARS: numberBetween(5, 10, 5),
  APPLICANT_RETENTION_MONTHS: numberBetween(1, 60, 12),
  INVESTOR_RULES: variable(
    '"platform" or "statutory" (default platform)',
    InvestorRuleSetId.default('platform'),
  ),
  STATUS_CALL: variable(
    '"specified" or "reviewed": whether an approval by the status call needs a review of every item (default specified)',
    z.enum(['specified', 'reviewed']).optional(),
  ),
  REQUIRE_FOUR_EYES: oneOrZero('1 to ask a second reviewer for every approval, 0 for overrides only'),
  SHOW_REVIEWERS: oneOrZero(
    '1 to tell applicants the first name of who checked what they gave, 0 for "our team"',
  ),
  REQUIRE_FOUR_EYES_FOR_ROLES: oneOrZero(
    '1 to ask a second super admin before someone becomes one, 0 to let one decide (default 1)',
  ),
  RATE_LIMIT_FACTOR: numberBetween(1, 10_000, 1),
  MAINTENANCE: oneOrZero('1 to let people read only, 0 otherwise (default 0)'),
  DEMO: oneOrZero('1 to seed the demo people, 0 to seed no one (default: only on loopback)'),
  DRAIN_SECONDS: variable(
    'a whole number from 0 to 60 (default 3 in production, else 0)',
    z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number)
      .pipe(z.number().max(60))
      .optional(),
  ),
  LOG_LEVEL: variable(
    'trace, debug, info, warn, error or silent (default info in production, else warn)',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  ),
  METRICS_LISTEN: variable(
    'an address and a port to tell metrics at, such as 127.0.0.1:9464',
    z
      .string()
      .regex(/^(\[[\da-fA-F:.]+\]|[\w.-]+):\d{1,5}$/)
      .transform((value) => {
        const colon = value.lastIndexOf(':')
        return {
          host: value.slice(0, colon).replace(/^\[(.*)\]$/, '$1'),
          port: Number(value.slice(colon + 1)),
        }
      })
      .refine(({ port }) => port <= 65_535)
      .optional(),
  ),
  METRICS_TOKEN: variable(
    'a secret of at least 32 characters that opens /metrics',
    z
      .string()
      .trim()
      .regex(/^[\w.~+/=-]{32,}$/)
      .optional(),
    true,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    'the address of an OpenTelemetry collector that takes OTLP by HTTP, such as http://127.0.0.1:4318',
    /^https?$/,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: variable(
    'headers for the collector as name=value, separated by commas',
    commaSeparated(z.string().regex(/^[\w-]+=.+$/))
      .transform((pairs) =>
        Object.fromEntries(
          pairs.map((pair) => [
            pair.slice(0, pair.indexOf('=')),
            decodeURIComponent(pair.slice(pair.indexOf('=') + 1)),
          ]),
        ),
      )
      .optional(),
    true,
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    'the share of requests that are traced, from 0 to 1 (default 1)',
    z
      .string()
      .regex(/^(0|1|[01]?\.\d{1,6})$/)
      .transform(Number)
      .pipe(z.number().max(1))
      .default(1),
  ),
  ANALYTICS_SCRIPT_URL: url(
    'the https address of the script of an analytics or session-recording tool',
    /^https$/,
  ),
  ANALYTICS_ORIGINS: variable(
    'origins that this script talks to beside its own, separated by commas',
    origins,
  ),
  ANALYTICS_COOKIES: variable(
    'names of the cookies and storage entries of this script, separated by commas; a name may end in *',
    commaSeparated(z.string().regex(/^[\w.-]+\*?$/)).optional(),
  ),
  PICTURE_ORIGINS: variable(
    'origins from which the identity provider’s pictures of people are shown, separated by commas',
    origins,
  ),
  DATE_STYLE: variable(
    '"us" to write Nov 22, 2026, or "uk" to write 22 Nov 2026 (default us)',
    z.enum(DATE_STYLES).default(DEFAULT_DATE_STYLE),
  ),
  COMPANY_VAT_NUMBER: compact('a VAT number, GB and 9 or 12 digits', /^GB\d{9}(\d{3})?$/),
  COMPANY_NUMBER: compact('the company number, 8 digits or letters', /^[A-Z\d]{2}\d{6}$/),
  COMPANY_REGISTERED_ADDRESS: anyText('the registered address of the company'),
  BANK_ACCOUNT_NAME: anyText('the name of the account that invoices are paid to'),
  BANK_NAME: anyText('the bank that invoices are paid to'),
  BANK_SORT_CODE: variable(
    'a sort code, six digits',
    z
      .string()
      .transform((value) => value.replaceAll(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{6}$/))
      .transform((value) => value.replace(/^(..)(..)(..)$/, '$1-$2-$3'))
      .optional(),
  ),
  BANK_ACCOUNT_NUMBER: compact('an account number, eight digits', /^\d{8}$/),
  BANK_IBAN: variable(
    'an IBAN with its check digits',
    z
      .string()
      .transform((value) => value.replaceAll(/\s/g, '').toUpperCase())
      .refine(isIban)
      .optional(),
  ),
  COMPANY_LEGAL_NAME: anyText('the legal name of the company'),
  COMPANY_SUPPORT_EMAIL: email('the support address'),
  COMPANY_CONTACT_EMAIL: email('the contact address'),
  COMPANY_COMPLAINTS_EMAIL: email('the address for complaints'),
  SECURITY_CONTACT: variable(
    'the email address or https address where weaknesses are reported',
    z
      .union([z.email().transform((address) => `mailto:${address}`), z.url({ protocol: /^https$/ })])
      .optional(),
  ),
  COMPANY_AUTHORISATION: anyText('what the company may say of its authorisation'),
  COMPANY_PHONE: anyText('the phone number of the company'),
  COMPANY_ADDRESS: anyText('the postal address of the company'),
  COMPANY_LINKEDIN_URL: url('the https address of the company at LinkedIn', /^https$/),
  SIGN_IN_PROVIDER_NAME: anyText('what people know the sign-in provider as'),
  COMPANY_X_URL: url('the https address of the company at X', /^https$/),
  COMPANY_FORUM_URL: url('the https address of the forum', /^https$/),
  COMPANY_TERMS_URL: url('the https address of the official terms', /^https$/),
  COMPANY_PRIVACY_URL: url('the https address of the official privacy policy', /^https$/),
} as const
