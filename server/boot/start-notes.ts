import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Config, ConfigError } from '#server/config.ts'

/** Notes in the log at the start about settings that an operator should know about. */
export function startNotes(
  { production, statusCall, clamdUrl }: Pick<Config, 'production' | 'statusCall' | 'clamdUrl'>,
  misspelt: readonly string[] = [],
  madeUp: readonly string[] = [],
): { level: 'info' | 'warn'; text: string }[] {
  const notes: ReturnType<typeof startNotes> = [...misspelt, ...madeUp].map((text) => ({
    level: 'warn',
    text,
  }))
  if (!clamdUrl) notes.push({ level: 'info', text: 'The malware scan is off; CLAMD_URL turns it on' })
  if (production && !statusCall)
    notes.push({
      level: 'warn',
      text: 'The status call approves without a review of every item; STATUS_CALL=reviewed makes it ask for one',
    })
  return notes
}

/**
 * Throws as listening would if another program has the port. Called before anything is opened: a start that can't
 * serve must not migrate a database, or put the processes that use it into maintenance as if it were a copy.
 */
export async function assertCanListen({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer().listen({ host, port })
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw listenProblem(error, { host, port })
  }
  probe.close()
  await once(probe, 'close')
}

/** Why the server can't listen: a ConfigError if another address or port would help, otherwise the original error. */
export function listenProblem(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new ConfigError([`PORT is "${port}", expected a port that no other program listens on.`])
    case 'EACCES':
      return new ConfigError([`PORT is "${port}", expected a port that this account may listen on.`])
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError([`HOST is "${host}", expected an address of this machine.`])
    default:
      return error
  }
}
