import { defineConfig } from 'vitest/config'

const seconds = 1000
const END_OF_FILE = './server/testing/end-of-file-setup.ts'

// Each of these limits only ends what would otherwise never end: a busy machine takes many times as long as an
// idle one.
const patience = { testTimeout: 300 * seconds, hookTimeout: 300 * seconds }
const integration = {
  ...patience,
  expect: { poll: { timeout: 60 * seconds } },
  isolate: false,
  environment: 'node',
  pool: 'forks',
  globalSetup: './server/testing/global-setup.ts',
  setupFiles: END_OF_FILE,
} as const

// The embedded database is PostgreSQL with one connection, in its own file format and process. What may differ
// there is also tested on it: the adapter, jobs, search, rows by cursor, live changes, crashes, full disks,
// backups and commands. So are the journeys from a sign-up to the approval, of invoices and of an upgrade; the
// others only run on PostgreSQL.
const onEmbedded = [
  'server/{commands,platform/database,model/jobs}/**/*.int.test.ts',
  'server/reliability/{backup,crash-submit,full-disk,one-process}.int.test.ts',
  'server/features/{live/live,privacy/exports/row-by-row}.int.test.ts',
  'server/features/directory/search/**/*.int.test.ts',
]
/** What only a server has: descriptions of statements, accounts, and a move to it. */
const onPostgresAlone = [
  'server/platform/database/{statement,prepare}.int.test.ts',
  'server/commands/{move-to-postgres,doctor/*}.int.test.ts',
]

// Files of one worker share what they import, which is most of a file's time, so no module may store a test's
// state.
export default defineConfig({
  test: {
    // By default Vitest leaves one processor idle, which of two is half the machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          isolate: false,
          exclude: ['**/node_modules/**', '**/*.int.test.ts'],
          include: ['{contract,domain,server,deploy}/**/*.test.ts', 'scripts/**/*.test.mjs'],
          environment: 'node',
          pool: 'threads',
          setupFiles: END_OF_FILE,
        },
      },
      {
        test: {
          ...patience,
          name: 'web',
          isolate: false,
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          pool: 'threads',
          setupFiles: ['./scripts/vitest-web-setup.ts'],
          expect: { poll: { timeout: 10 * seconds } },
        },
      },
      {
        test: {
          ...integration,
          name: 'integration',
          include: ['server/**/*.int.test.ts'],
        },
      },
      {
        test: {
          ...integration,
          name: 'embedded',
          include: onEmbedded,
          exclude: onPostgresAlone,
          env: { TEST_DATABASE: 'embedded' },
        },
      },
    ],
  },
})
