import type { Inspected, InspectingCommand } from '#server/commands/command.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { inspectCheckpoints } from './checkpoints.ts'
import { type ClockReading, inspectClock } from './clock.ts'
import { inspectDatabase } from './database.ts'
import { inspectBucket, inspectFolder } from './files.ts'
import { type Finding, inspected } from './finding.ts'
import { inspectCollector, inspectLists, inspectScanner } from './helpers.ts'
import { inspectIdentity } from './identity.ts'
import { inspectKeys } from './keys.ts'
import { inspectMail } from './mail.ts'
import { inspectNetwork } from './network.ts'

/** Checks a configuration and its parts in words, before the first start or when something is wrong. */
export const doctor: InspectingCommand = {
  usage: [['doctor', 'check the configuration and every part it names, and say what to do']],
  inspect: (words) => (words.length > 0 ? undefined : () => examine()),
}

/** Checks what an environment configures; that of the process, unless another is given. */
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
    inspected('Mail', () => inspectMail(config)),
    inspected('Malware scan', () => inspectScanner(config)),
    inspected('Sanctions lists', () => inspectLists(config)),
    inspected('Network', () => inspectNetwork(config)),
    inspected('Traces', () => inspectCollector(config)),
  ])
  const says = config.production ? 'Complete, as production.' : 'Complete, for a first look on this machine.'
  return told([{ part: 'Configuration', level: 'ok', says }, ...parts.flat(), ...inspectClock(clocks)])
}

const MARKS: Readonly<Record<Finding['level'], string>> = { ok: '  ok   ', note: '  note ', wrong: '  WRONG' }

/** Each finding on a line, the parts in order, and at last what it comes to. */
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
