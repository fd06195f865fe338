import { join } from 'node:path'
import { capture } from './processes.mjs'
import { root } from './root.mjs'
import { outcome, readReport } from './test-report.mjs'

/**
 * Runs projects of vitest.config.ts and returns `{ passed, failed, note, output }`, counted by vitest's own
 * report.
 */
export async function runVitest({ runtime, projects, reportFile, env, args = [] }) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const chosen = projects.flatMap((project) => ['--project', project])
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const { code, output } = await capture(runtime, [vitest, 'run', ...chosen, ...report, ...args], {
    cwd: root,
    env,
  })
  return { ...countTests(readReport(reportFile), code), output }
}

/** Counts the tests of a report. A file that could not be loaded counts as one failure. */
export function countTests(report, code) {
  const passed = report?.numPassedTests ?? 0
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length
  const failed = (report?.numFailedTests ?? 0) + brokenFiles
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  return outcome({ passed, failed, skipped }, code)
}
