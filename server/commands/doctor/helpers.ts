import { access, constants } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import { clamScanner } from '#server/platform/scan/clam-scanner.ts'
import { type Finding, findingsOf } from './finding.ts'

const WAIT_MS = 5_000

/** Looks at the malware scanner, by a file that has nothing in it. */
export async function inspectScanner({ clamdUrl }: Config): Promise<Finding[]> {
  const { found, ok, note, wrong } = findingsOf('Malware scan')
  if (!clamdUrl) {
    note('Off: uploads aren’t scanned. CLAMD_URL turns it on.')
    return found
  }
  let fault: unknown
  const scanner = clamScanner(clamdUrl, {
    timeoutMs: WAIT_MS,
    onFault: (error) => {
      fault = error
    },
  })
  try {
    await scanner.scan(async () => Readable.from([Buffer.from('nothing harmful')]))
    ok('ClamAV answers, and finds a clean file clean.')
  } catch {
    wrong(
      `ClamAV can’t be used at ${clamdUrl}: ${reasonOf(fault)}. Uploads would be refused: start clamd, or check CLAMD_URL.`,
    )
  }
  return found
}

/** Looks whether the files of sanctions lists can be read, and says which lists are fetched; no publisher is asked. */
export async function inspectLists({ sanctions, production }: Config): Promise<Finding[]> {
  const { found, ok, note, wrong } = findingsOf('Sanctions lists')
  for (const file of sanctions.files) {
    try {
      await access(file, constants.R_OK)
      ok(`${file} can be read.`)
    } catch (error) {
      wrong(`${file} can’t be read (${reasonOf(error)}): put the list there, or correct SANCTIONS_LISTS.`)
    }
  }
  if (sanctions.fetched.length > 0)
    ok(`Fetched every hour: ${sanctions.fetched.map(({ source }) => source).join(', ')}.`)
  else if (sanctions.files.length === 0 && production)
    note(
      'No list is fetched or named: no one can be approved until you import one with import-sanctions, or set SANCTIONS_FETCH or SANCTIONS_LISTS.',
    )
  return found
}

/** Looks at the collector of traces, by sending it none. */
export async function inspectCollector({ tracing }: Config): Promise<Finding[]> {
  const { found, ok, note } = findingsOf('Traces')
  if (!tracing) return found
  const answer = await fetch(`${tracing.endpoint}/v1/traces`, {
    method: 'POST',
    headers: { ...tracing.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [] }),
    signal: AbortSignal.timeout(WAIT_MS),
  }).catch((error: unknown) => error)
  if (answer instanceof Response && answer.ok) ok('The collector takes traces.')
  else {
    const why = answer instanceof Response ? `it answers ${answer.status}` : reasonOf(answer)
    note(`The collector can’t be used: ${why}. Traces are lost meanwhile; nothing else suffers.`)
  }
  return found
}
