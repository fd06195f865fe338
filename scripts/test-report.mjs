import { readFileSync } from 'node:fs'

/** Returns what a test runner reported about its run, or undefined if it wrote nothing readable. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Returns the outcome of a stage. A run that ended badly without a failed test counts as one failure, and so
 * does one without a single test: an empty report never looks like success.
 */
export function outcome({ passed, failed, skipped }, code) {
  const isSilentFailure = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: isSilentFailure ? 1 : failed, note: skipped > 0 ? `${skipped} skipped` : '' }
}
