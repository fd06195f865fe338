import { defineConfig } from '@playwright/test'

const seconds = 1000

// Each of these limits only ends what would otherwise never end: a busy machine takes many times as long as an
// idle one.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/support/global-setup.ts',
  timeout: 300 * seconds,
  expect: { timeout: 60 * seconds },
  // Each starts a product and a browser of its own, which wait for each other nearly half of the time, so two
  // processors carry three.
  workers: Number(process.env.E2E_WORKERS ?? 3),
  // The tests of a file run in parallel like files: none needs what another left.
  fullyParallel: true,
  forbidOnly: true,
  // One retry, for a busy machine; the run names the tests that needed it.
  retries: 1,
  reporter: 'list',
  outputDir: 'test-results',
  preserveOutput: 'failures-only',
  use: {
    actionTimeout: 60 * seconds,
    navigationTimeout: 60 * seconds,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // It would be fetched and started in each new profile; the journeys about it allow it.
    serviceWorkers: 'block',
    // Only for the retry: a trace costs a tenth of a journey, and nearly all of them pass the first time.
    trace: { mode: 'on-first-retry', screenshots: false, sources: false },
    launchOptions: {
      // Found by scripts/chromium.mjs, so that Playwright downloads none of its own.
      executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
