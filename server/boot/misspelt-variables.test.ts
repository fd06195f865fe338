import { expect, test } from 'vitest'
import { VARIABLES } from './config-variables.ts'
import { misspeltText, misspeltVariables } from './misspelt-variables.ts'

const found = (...names: string[]) =>
  misspeltVariables(Object.fromEntries(names.map((name) => [name, 'set'])), Object.keys(VARIABLES))

test.each([
  ['MAIL_FORM', 'MAIL_FROM'],
  ['MAILFROM', 'MAIL_FROM'],
  ['PUBLC_URL', 'PUBLIC_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['DOCUMENT_KEY', 'DOCUMENT_KEYS'],
  ['DATABSE_URLS', 'DATABASE_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['COMPANY_VAT_NO', undefined],
  ['OIDC_AUDIENCE', undefined],
])('%s is named, with %s as what is probably meant', (name, meant) => {
  expect(found(name)).toEqual([{ name, meant }])
})

test('a variable of ours, an empty one and those of other programs are not named', () => {
  const usual = [
    'HOME HOSTNAME PATH PWD OLDPWD SHELL SHLVL TERM USER LOGNAME LANG LC_ALL TZ EDITOR PAGER DISPLAY MAIL _',
    'XDG_DATA_DIRS XDG_SESSION_ID SESSION_MANAGER SSH_AUTH_SOCK SSH_CLIENT TMPDIR INVOCATION_ID JOURNAL_STREAM',
    'NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_VERSION YARN_VERSION NODE_NO_WARNINGS NO_PROXY HTTP_PROXY HTTPS_PROXY',
    'npm_config_cache npm_package_name npm_lifecycle_event npm_execpath INIT_CWD COLOR CI DEBUG FORCE_COLOR',
    'PGHOST PGUSER PGPASSWORD POSTGRES_PASSWORD POSTGRES_USER DATABASE_PASSWORD DATABASE_USER DATABASE_PORT DATABASE_SERVICE_HOST',
    'MAIL_PORT MAIL_SERVICE_HOST MAIL_HOST STORAGE_SECRET S3_BUCKET AWS_REGION AWS_ACCESS_KEY_ID KUBERNETES_SERVICE_HOST',
    'OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER OTEL_EXPORTER_OTLP_PROTOCOL OTEL_RESOURCE_ATTRIBUTES VERDACCORD_IMAGE',
    'TEST_DATABASE_URL CHROMIUM_PATH E2E_WORKERS RELIABILITY_ROUNDS SECRET_KEY LOG_FILE LOG_FORMAT PORTS IP DATA SITE_URL',
  ].flatMap((line) => line.split(' '))
  expect(found(...usual, ...Object.keys(VARIABLES))).toEqual([])
  expect(misspeltVariables({ MAIL_FORM: '' }, Object.keys(VARIABLES))).toEqual([])
})

test('the sentence says what to set, or where all are named', () => {
  expect(misspeltText({ name: 'MAIL_FORM', meant: 'MAIL_FROM' })).toBe(
    'MAIL_FORM is set, and nothing reads it: is MAIL_FROM meant?',
  )
  expect(misspeltText({ name: 'OIDC_AUDIENCE', meant: undefined })).toContain('docs/configuration.md')
})
