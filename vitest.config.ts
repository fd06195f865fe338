import { defineConfig } from 'vitest/config'

const seconds = 1000

// Files of one worker share what they import, which is most of a file's time: none keeps a test's state in a module.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          exclude: ['**/node_modules/**', '**/*.int.test.ts'],
          include: ['{contract,domain,server,deploy}/**/*.test.ts', 'scripts/**/*.test.mjs'],
          environment: 'node',
          pool: 'threads',
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          pool: 'threads',
          setupFiles: ['./scripts/vitest-web-setup.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          isolate: false,
          include: ['server/**/*.int.test.ts'],
          environment: 'node',
          pool: 'forks',
          globalSetup: ['./server/testing/global-setup.ts'],
          testTimeout: 30 * seconds,
          hookTimeout: 120 * seconds,
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['./e2e/support/server.ts'],
          maxWorkers: 2,
          environment: 'node',
          pool: 'forks',
          testTimeout: 90 * seconds,
          hookTimeout: 120 * seconds,
        },
      },
    ],
  },
})
