import { COMPANY, type Company } from '#contract/company.ts'
import type { DateStyle } from '#contract/date-style.ts'
import type { SignalName } from '#contract/documents/readings.ts'
import { getPrivacyStatic, getTermsStatic } from '#contract/site/legal.ts'
import type { ReadingLimits } from '#domain/cases/unusual-reading.ts'
import type { RetentionPeriods } from '#domain/privacy/retention.ts'
import { type InvoicingConfig, invoicingOf } from './boot/config-invoicing.ts'
import { looseSettings, type Values, weakSecrets } from './boot/config-production.ts'
import { VARIABLES } from './boot/config-variables.ts'
import { misspeltText, misspeltVariables } from './boot/misspelt-variables.ts'
import { type FetchedList, PUBLIC_LISTS } from './model/screening/lists/fetched-list.ts'
import { type Bucket, bucketOf } from './platform/files/bucket.ts'
import { isLoopback, isOnThisMachine } from './platform/http/loopback.ts'
import { isWrapped, type KeySetting, type Kms } from './platform/keys/key-setting.ts'

/** Why the process doesn't start: one sentence per variable, with its name, its value and what is expected. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
  }
}

/** The URL of PostgreSQL. */
export interface DatabaseConfig {
  url: string
  /** The same database bypassing the pooler of `url`, for what needs a session: migrations and commands. */
  directUrl: string | undefined
  /** The same with the account that owns the tables and migrates them, if that isn't the process's. */
  ownerUrl: string | undefined
  /** A replica for lists and figures. */
  readUrl: string | undefined
  poolSize: number
}

export interface Config {
  /**
   * By NODE_ENV, or because others than this machine can reach it; without it there are features for trying the
   * product out.
   */
  production: boolean
  port: number
  host: string
  publicUrl: string
  trustedProxies: string[]
  dataDir: string
  /** Where documents are stored, if not in `dataDir`. */
  bucket: Bucket | undefined
  database: DatabaseConfig | undefined
  identity:
    | { issuer: string; clientId: string; clientSecret: string | undefined; secondFactorLevel: string }
    | undefined
  embeddedIdentityAllowed: boolean
  companyDomains: string[]
  documentKeys: KeySetting[] | undefined
  /** Open wrapped keys; the first one wraps new keys. */
  kms: Kms[]
  /** Where checkpoints of the audit log are stored, if not in `dataDir`, and what signs and stamps them. */
  checkpoints: {
    place: string | undefined
    keys: KeySetting[] | undefined
    timeStamps: { url: string | undefined; certificates: string | undefined }
  }
  captcha: { required: boolean; key: string | undefined }
  smtpUrl: string | undefined
  mailFrom: string
  /** The address for mail servers' delivery reports; undefined if no one reads them. */
  mailBounces: string | undefined
  /** Whether opens and clicks of invitations' links are counted (law §4). */
  mailTracking: boolean
  resend: { apiKey: string; url: string; webhookSecrets: string[] } | undefined
  clamdUrl: string | undefined
  /** Whether browsers keep the offline page. */
  keepsOfflinePage: boolean
  /** Whether documents are read by a machine. */
  readsDocuments: boolean
  /** If faces of selfies and ID photos are compared: the operator’s legal basis for it. */
  faceComparison: { basis: string } | undefined
  /** Signals that aren't shown to reviewers. */
  signalsOff: SignalName[]
  /**
   * Files and URLs checked for newer sanctions lists, how old a list may be, what a confirmed match freezes,
   * and the level from which a new match suspends a customer's account (law §3.2).
   */
  sanctions: {
    files: string[]
    fetched: FetchedList[]
    maxAgeDays: number
    freezes: ('payments' | 'records')[]
    hold: Values['SANCTIONS_HOLD']
  }
  /** Where the process serves its metrics; nowhere if undefined. */
  metrics: { listen: Values['METRICS_LISTEN']; token: string | undefined } | undefined
  /** Where it sends its traces; nowhere if undefined. */
  tracing: { endpoint: string; headers: Record<string, string>; ratio: number } | undefined
  /** If undefined, the product's own ledger issues invoices. */
  stripe: { secretKey: string; webhookSecrets: string[] } | undefined
  sessions: {
    idleMinutes: number
    hours: number
    adminIdleMinutes: number
    adminHours: number
    staffNeedSecondFactor: boolean
  }
  /** From when on reading identity papers counts as unusual (security R11). */
  reading: ReadingLimits
  minimumAge: number
  retention: RetentionPeriods
  investorRules: Values['INVESTOR_RULES']
  /** Whether people can only read, whatever the database says. */
  maintenance: boolean
  /** Whether an approval by the status call requires a review of every item; off by default. */
  statusCall: Values['STATUS_CALL']
  fourEyes: boolean
  /** Whether applicants see the first name of their reviewer. */
  showReviewers: boolean
  /** Whether appointing a super admin takes two people (security R23). */
  fourEyesForRoles: boolean
  rateLimitFactor: number
  demo: boolean
  /** How long readiness reports that the process is about to stop, before it does. */
  drainSeconds: number
  logLevel: NonNullable<Values['LOG_LEVEL']>
  /**
   * A script that loads only with consent, the origins it needs, and the cookies that withdrawing consent
   * deletes (security R38).
   */
  analytics: { scriptUrl: string; origins: string[]; cookies: string[] } | undefined
  /** From where pictures of people are shown; of others their initials are. */
  pictureOrigins: string[]
  /** Where to report vulnerabilities: a `mailto:` or https URL. */
  securityContact: string
  /** How dates are written on every screen, email and PDF. */
  dateStyle: DateStyle
  company: Company
  /** What our own ledger's invoices state about their seller, and how to pay. */
  invoicing: InvoicingConfig
  /** The documents that the pages embed; a path is one of our own. */
  legal: { termsUrl: string; privacyUrl: string }
}

/** Parses the environment once, at the start. Throws ConfigError naming every invalid or missing variable. */
export function readConfig(env: Record<string, string | undefined> = environment()): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(VARIABLES) as (keyof Values)[]) {
    const { data, problem } = readOne(name, env)
    if (problem) problems.push(problem)
    else values[name] = data
  }
  if (problems.length) throw new ConfigError([...problems, ...misspelt(env)])
  const v = values as Values
  const publicUrl = v.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${v.PORT}`
  const isLocal = isLoopback(v.HOST) && isOnThisMachine(publicUrl)
  const production = v.NODE_ENV === 'production' || !isLocal

  const missing = (name: keyof Values, why: string) =>
    problems.push(`${name} is not set, expected ${VARIABLES[name].expected}: ${why}.`)
  if (v.CHECKPOINTS_URL?.startsWith('s3:') && !bucketOf(v.CHECKPOINTS_URL))
    problems.push(`CHECKPOINTS_URL is set to something, expected ${VARIABLES.CHECKPOINTS_URL.expected}.`)
  for (const name of ['DOCUMENT_KEYS', 'CHECKPOINT_KEYS'] as const)
    if (!v.KMS_URL && v[name]?.some(isWrapped)) missing('KMS_URL', `${name} has a key that a KMS has wrapped`)
  if (v.OIDC_ISSUER && !v.OIDC_CLIENT_ID) missing('OIDC_CLIENT_ID', 'OIDC_ISSUER is set')
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const)
    if (v[name] && !v.DATABASE_URL) missing('DATABASE_URL', `${name} is set`)
  if (v.RESEND_API_KEY && v.SMTP_URL)
    problems.push('SMTP_URL and RESEND_API_KEY are both set, expected one: mails leave one way.')
  if (v.RESEND_API_KEY && !v.RESEND_WEBHOOK_SECRETS)
    missing('RESEND_WEBHOOK_SECRETS', 'by its webhooks Resend tells what became of each mail')
  if (v.STRIPE_SECRET_KEY && !v.STRIPE_WEBHOOK_SECRET)
    missing('STRIPE_WEBHOOK_SECRET', 'only signed messages of Stripe tell that an invoice is paid')
  if (v.STRIPE_WEBHOOK_SECRET && !v.STRIPE_SECRET_KEY)
    missing('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET is set')
  if (v.ANALYTICS_SCRIPT_URL && !v.ANALYTICS_COOKIES)
    missing('ANALYTICS_COOKIES', 'anyone who withdraws their consent has these cookies deleted')
  if (v.FACE_COMPARISON && !v.FACE_COMPARISON_BASIS)
    missing('FACE_COMPARISON_BASIS', 'FACE_COMPARISON is on, and biometric data needs a legal basis')
  if (v.FACE_COMPARISON_BASIS && !v.FACE_COMPARISON)
    problems.push('FACE_COMPARISON is off, expected on: FACE_COMPARISON_BASIS is set.')
  if (v.FACE_COMPARISON && !v.READING)
    problems.push('READING is off, expected on: FACE_COMPARISON is on, which is part of it.')
  if (production) {
    if (!publicUrl.startsWith('https://'))
      problems.push(`PUBLIC_URL is "${publicUrl}", expected an https:// address in production.`)
    if (!v.OIDC_ISSUER && v.EMBEDDED_IDP !== 'allow')
      missing('OIDC_ISSUER', 'the embedded identity provider is for local use; EMBEDDED_IDP=allow overrides')
    if (v.OIDC_ISSUER && !v.OIDC_ISSUER.startsWith('https://'))
      problems.push(`OIDC_ISSUER is "${v.OIDC_ISSUER}", expected an https:// address in production.`)
    if (!v.DOCUMENT_KEYS) missing('DOCUMENT_KEYS', 'documents are encrypted with a key that you keep')
    if ((v.CAPTCHA_KEY?.length ?? 0) < 32)
      problems.push(
        `CAPTCHA_KEY is ${v.CAPTCHA_KEY ? 'too short' : 'not set'}, expected ${VARIABLES.CAPTCHA_KEY.expected}.`,
      )
    if (v.CAPTCHA === 'off') problems.push('CAPTCHA is "off", expected "on" in production.')
    if (v.DEMO)
      problems.push('DEMO is "1", expected 0 or nothing in production: demo people are never seeded there.')
    if (!v.SMTP_URL && !v.RESEND_API_KEY)
      missing('SMTP_URL', 'the built-in mailbox is for local use; RESEND_API_KEY is the other way')
  }
  if (production) problems.push(...weakSecrets(v), ...(isLocal ? [] : looseSettings(v)))
  if (problems.length && v.NODE_ENV !== 'production' && production)
    problems.unshift(
      `HOST is "${v.HOST}" and PUBLIC_URL is "${publicUrl}": a server that others can reach is run as production.`,
    )
  if (problems.length) throw new ConfigError([...problems, ...misspelt(env)])

  return {
    production,
    port: v.PORT,
    host: v.HOST,
    publicUrl,
    trustedProxies: v.TRUSTED_PROXIES ?? [],
    dataDir: v.DATA_DIR,
    bucket: v.S3_URL,
    database: v.DATABASE_URL
      ? {
          url: v.DATABASE_URL,
          directUrl: v.DATABASE_DIRECT_URL,
          ownerUrl: v.DATABASE_OWNER_URL,
          readUrl: v.DATABASE_READ_URL,
          poolSize: v.DATABASE_POOL_SIZE,
        }
      : undefined,
    identity: v.OIDC_ISSUER
      ? {
          issuer: v.OIDC_ISSUER,
          clientId: v.OIDC_CLIENT_ID ?? '',
          clientSecret: v.OIDC_CLIENT_SECRET,
          secondFactorLevel: v.OIDC_MFA_ACR,
        }
      : undefined,
    embeddedIdentityAllowed: v.EMBEDDED_IDP === 'allow',
    companyDomains: v.COMPANY_DOMAINS,
    documentKeys: v.DOCUMENT_KEYS,
    kms: v.KMS_URL ?? [],
    checkpoints: {
      place: v.CHECKPOINTS_URL,
      keys: v.CHECKPOINT_KEYS,
      timeStamps: { url: v.TIMESTAMP_URL, certificates: v.TIMESTAMP_CERTIFICATES },
    },
    captcha: { required: v.CAPTCHA === 'on', key: v.CAPTCHA_KEY },
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? `${COMPANY.name} <${v.COMPANY_SUPPORT_EMAIL ?? COMPANY.supportEmail}>`,
    // In production the deployment decides, because it is responsible for the necessary consent.
    mailBounces: v.MAIL_BOUNCES,
    mailTracking: v.MAIL_TRACKING ?? !production,
    resend: v.RESEND_API_KEY
      ? { apiKey: v.RESEND_API_KEY, url: v.RESEND_URL, webhookSecrets: v.RESEND_WEBHOOK_SECRETS ?? [] }
      : undefined,
    clamdUrl: v.CLAMD_URL,
    keepsOfflinePage: v.OFFLINE_PAGE,
    readsDocuments: v.READING,
    faceComparison: v.FACE_COMPARISON ? { basis: v.FACE_COMPARISON_BASIS ?? '' } : undefined,
    signalsOff: v.SIGNALS_OFF,
    sanctions: {
      files: v.SANCTIONS_LISTS ?? [],
      // While the product is being tried out no one is asked; with the operator's own files nothing is
      // downloaded either.
      fetched: v.SANCTIONS_FETCH ?? (production && !v.SANCTIONS_LISTS ? PUBLIC_LISTS : []),
      maxAgeDays: v.SANCTIONS_MAX_AGE_DAYS,
      freezes: v.SANCTIONS_FREEZES,
      hold: v.SANCTIONS_HOLD,
    },
    metrics:
      v.METRICS_LISTEN || v.METRICS_TOKEN ? { listen: v.METRICS_LISTEN, token: v.METRICS_TOKEN } : undefined,
    tracing: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          headers: v.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          ratio: v.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    stripe: v.STRIPE_SECRET_KEY
      ? { secretKey: v.STRIPE_SECRET_KEY, webhookSecrets: v.STRIPE_WEBHOOK_SECRET ?? [] }
      : undefined,
    sessions: {
      idleMinutes: v.SESSION_IDLE_MINUTES,
      hours: v.SESSION_HOURS,
      adminIdleMinutes: v.ADMIN_SESSION_IDLE_MINUTES,
      adminHours: v.ADMIN_SESSION_HOURS,
      staffNeedSecondFactor: v.STAFF_REQUIRES_MFA ?? production,
    },
    reading: {
      peoplePerHour: v.READING_PEOPLE_PER_HOUR,
      peoplePerDay: v.READING_PEOPLE_PER_DAY,
      withoutCasePerDay: v.READING_WITHOUT_CASE_PER_DAY,
      hours: v.READING_HOURS,
    },
    minimumAge: v.MINIMUM_AGE,
    retention: { customerYears: v.RETENTION_YEARS, applicantMonths: v.APPLICANT_RETENTION_MONTHS },
    investorRules: v.INVESTOR_RULES,
    maintenance: v.MAINTENANCE ?? false,
    statusCall: v.STATUS_CALL,
    fourEyes: v.REQUIRE_FOUR_EYES ?? false,
    showReviewers: v.SHOW_REVIEWERS ?? false,
    fourEyesForRoles: v.REQUIRE_FOUR_EYES_FOR_ROLES ?? true,
    rateLimitFactor: v.RATE_LIMIT_FACTOR,
    demo: v.DEMO ?? !production,
    drainSeconds: v.DRAIN_SECONDS ?? (production ? 3 : 0),
    logLevel: v.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    analytics: v.ANALYTICS_SCRIPT_URL
      ? {
          scriptUrl: v.ANALYTICS_SCRIPT_URL,
          origins: [new URL(v.ANALYTICS_SCRIPT_URL).origin, ...(v.ANALYTICS_ORIGINS ?? [])],
          cookies: v.ANALYTICS_COOKIES ?? [],
        }
      : undefined,
    pictureOrigins: v.PICTURE_ORIGINS ?? [],
    dateStyle: v.DATE_STYLE,
    securityContact: v.SECURITY_CONTACT ?? `mailto:${v.COMPANY_SUPPORT_EMAIL ?? COMPANY.supportEmail}`,
    company: {
      ...COMPANY,
      legalName: v.COMPANY_LEGAL_NAME ?? COMPANY.legalName,
      supportEmail: v.COMPANY_SUPPORT_EMAIL ?? COMPANY.supportEmail,
      contactEmail: v.COMPANY_CONTACT_EMAIL ?? COMPANY.contactEmail,
      complaintsEmail: v.COMPANY_COMPLAINTS_EMAIL ?? COMPANY.complaintsEmail,
      authorisation: v.COMPANY_AUTHORISATION ?? COMPANY.authorisation,
      phone: v.COMPANY_PHONE ?? COMPANY.phone,
      address: v.COMPANY_ADDRESS ?? COMPANY.address,
      forumUrl: v.COMPANY_FORUM_URL ?? COMPANY.forumUrl,
      termsUrl: v.COMPANY_TERMS_URL ?? COMPANY.termsUrl,
      privacyUrl: v.COMPANY_PRIVACY_URL ?? COMPANY.privacyUrl,
      linkedInUrl: v.COMPANY_LINKEDIN_URL ?? COMPANY.linkedInUrl,
      xUrl: v.COMPANY_X_URL ?? COMPANY.xUrl,
      signInProvider: v.SIGN_IN_PROVIDER_NAME ?? COMPANY.signInProvider,
    },
    invoicing: invoicingOf(
      {
        vatNumber: v.COMPANY_VAT_NUMBER,
        companyNumber: v.COMPANY_NUMBER,
        registeredAddress: v.COMPANY_REGISTERED_ADDRESS,
        accountName: v.BANK_ACCOUNT_NAME,
        bankName: v.BANK_NAME,
        sortCode: v.BANK_SORT_CODE,
        accountNumber: v.BANK_ACCOUNT_NUMBER,
        iban: v.BANK_IBAN,
      },
      {
        production,
        legalName: v.COMPANY_LEGAL_NAME ?? COMPANY.legalName,
        address: v.COMPANY_ADDRESS ?? COMPANY.address,
      },
    ),
    legal: {
      termsUrl: v.COMPANY_TERMS_URL ?? getTermsStatic.path,
      privacyUrl: v.COMPANY_PRIVACY_URL ?? getPrivacyStatic.path,
    },
  }
}

/** A sentence for each variable that is set, looks like one of ours and is none. */
export function misspelt(env: Record<string, string | undefined> = environment()): string[] {
  return misspeltVariables(env, Object.keys(VARIABLES)).map(misspeltText)
}

/** Only a KMS's keys, for what works before the rest is configured. Throws ConfigError if they are invalid. */
export function readKms(env: Record<string, string | undefined> = environment()): Kms[] {
  const { data, problem } = readOne('KMS_URL', env)
  if (problem) throw new ConfigError([problem])
  return (data as Values['KMS_URL']) ?? []
}

/** One variable parsed by its schema, or a sentence about what is wrong with it. */
function readOne(name: keyof Values, env: Record<string, string | undefined>) {
  const { schema, expected, secret } = VARIABLES[name]
  const raw = env[name] === '' ? undefined : env[name]
  const { success, data } = schema.safeParse(raw)
  if (success) return { data }
  return { problem: `${name} is ${secret ? 'set to something' : `"${raw}"`}, expected ${expected}.` }
}

/** The process's environment, completed from `.env` if that file exists. */
/** The environment of a program started by this one, with variables of its own. */
export function childEnvironment(own: Record<string, string>): Record<string, string | undefined> {
  return { ...process.env, ...own }
}

function environment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile()
  } catch {
    // Without an .env file only the environment counts.
  }
  return process.env
}
