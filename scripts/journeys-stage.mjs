import { join } from 'node:path'
import { capture } from './processes.mjs'
import { root } from './root.mjs'
import { outcome, readReport } from './test-report.mjs'

/** Playwright's command line, relative to the root of the project. */
export const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'

/** Runs all journeys and returns `{ passed, failed, note, output }`, counted by Playwright’s own report. */
export async function runJourneys({ runtime, reportFile, env }) {
  const { code, output } = await capture(runtime, [join(root, PLAYWRIGHT), 'test', '--reporter=list,json'], {
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
  })
  return { ...countJourneys(readReport(reportFile), code), output }
}

/**
 * Counts the journeys of a report. Each error outside a journey, such as in loading a file, counts as a
 * failure. Journeys that passed only when repeated are named in the note: each is a fault to be found.
 */
export function countJourneys(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  const broken = report?.errors?.length ?? 0
  const counted = outcome({ passed: expected + flaky, failed: unexpected + broken, skipped }, code)
  const repeated = specsOf(report?.suites).filter(({ tests }) =>
    tests.some(({ status }) => status === 'flaky'),
  )
  const needed =
    repeated.length > 0 && `passed the second time: ${repeated.map(({ title }) => title).join('; ')}`
  return { ...counted, note: [counted.note, needed].filter(Boolean).join(', ') }
}

/** Returns the journeys of a report's suites, including nested ones. */
function specsOf(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [...specs, ...specsOf(inner)])
}
