import { readFileSync } from 'node:fs'

/** What a test runner wrote about its run, or undefined when it wrote nothing that can be read. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * The outcome of a stage. A run that ended badly without a failed test counts as one failure, and so does one without
 * a single test: an empty report never looks like success.
 */
export function outcome({ passed, failed, skipped }, code) {
  const isSilentFailure = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: isSilentFailure ? 1 : failed, note: skipped > 0 ? `${skipped} skipped` : '' }
}
