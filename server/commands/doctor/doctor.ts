import { Readable } from 'node:stream'
import { type Inspected, type InspectingCommand, refuseMore } from '#server/commands/command.ts'
import { type Config, ConfigError, misspelt, readConfig } from '#server/config.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import { clamScanner } from '#server/platform/scan/clam-scanner.ts'
import { inspectCheckpoints } from './checkpoints.ts'
import { inspectCompany } from './company.ts'
import { inspectDatabase } from './database.ts'
import { inspectBucket, inspectFolder } from './files.ts'
import { type ClockReading, type Finding, findingsOf, inspectClock, inspected } from './finding.ts'
import { inspectIdentity } from './identity.ts'
import { inspectKeys } from './keys.ts'
import { inspectLists } from './lists.ts'
import { inspectMail } from './mail.ts'
import { inspectNetwork } from './network.ts'

const WAIT_MS = 5_000

/** Checks a configuration and its parts in words, before the first start or if something is wrong. */
export const doctor: InspectingCommand = {
  usage: [['doctor', 'check the configuration and every part it names, and say what to do']],
  inspect: (words) => {
    refuseMore(words)
    return () => examine()
  },
}

/** Checks an environment's configuration; the process's unless another is given. */
export async function examine(env?: Record<string, string>): Promise<Inspected> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const problems = error.message.split('\n')
    return told([
      ...problems.map((says): Finding => ({ part: 'Configuration', level: 'wrong', says })),
      { part: 'Configuration', level: 'note', says: 'The parts are checked when these are right.' },
    ])
  }
  const { bucket } = config
  const clocks: ClockReading[] = []
  const parts = await Promise.all([
    inspected('Database', () => inspectDatabase(config, clocks)),
    inspected('Data folder', () => inspectFolder(config)),
    bucket ? inspected('Bucket', () => inspectBucket(bucket, clocks)) : [],
    inspected('Keys', () => inspectKeys(config)),
    inspected('Checkpoints', () => inspectCheckpoints(config)),
    inspected('Sign-in', () => inspectIdentity(config, clocks)),
    inspected('Company', async () => inspectCompany(config)),
    inspected('Mail', () => inspectMail(config)),
    inspected('Malware scan', () => inspectScanner(config)),
    inspected('Sanctions lists', () => inspectLists(config)),
    inspected('Network', () => inspectNetwork(config)),
    inspected('Traces', () => inspectCollector(config)),
  ])
  const says = config.production ? 'Complete, as production.' : 'Complete, for a first look on this machine.'
  const odd = misspelt(env).map(
    (text): Finding => ({ part: 'Configuration', level: 'note', says: `${text}.` }),
  )
  return told([
    { part: 'Configuration', level: 'ok', says },
    ...odd,
    ...parts.flat(),
    ...inspectClock(clocks),
  ])
}

const MARKS: Readonly<Record<Finding['level'], string>> = { ok: '  ok   ', note: '  note ', wrong: '  WRONG' }

/** Formats findings line by line, parts in order, with the result at the end. */
function told(findings: readonly Finding[]): Inspected {
  const wrong = findings.filter(({ level }) => level === 'wrong').length
  const lines = findings.map(({ part, level, says }, index) => {
    const heading = part === findings[index - 1]?.part ? '' : `${part}\n`
    return `${heading}${MARKS[level]} ${says}`
  })
  const end =
    wrong === 0
      ? 'Nothing is wrong.'
      : `${wrong === 1 ? 'One thing is' : `${wrong} things are`} wrong. See WRONG above.`
  return { says: [...lines, '', end].join('\n'), isSound: wrong === 0 }
}

/** Checks the malware scanner with a harmless file. */
async function inspectScanner({ clamdUrl }: Config): Promise<Finding[]> {
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

/** Checks the trace collector by sending it an empty request. */
async function inspectCollector({ tracing }: Config): Promise<Finding[]> {
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
