import pg from 'pg'
import { selectWhetherReadOnly } from './database.sql.ts'

/** A server that doesn't answer within this time is left out of the choice. */
const PROBE_MS = 2_000

/** Finds which of several servers accepts writes. */
export interface Primary {
  /**
   * Returns its address, remembered from the last look. While none accepts writes, the first that answers, so
   * that reads continue.
   */
  find(): Promise<string>
  /** Looks again next time: a connection there failed, or couldn't write. */
  forget(): void
}

/**
 * Asks all addresses at once; callers at the same time share one look. Throws the first address's error if none
 * answers.
 */
export function primaryOf(addresses: string[], isWritable = takesWrites): Primary {
  let known: Promise<string> | undefined
  const look = async () => {
    const asked = addresses.map(async (address) => ((await isWritable(address)) ? address : undefined))
    const writable = await Promise.any(asked.map(async (answer) => (await answer) ?? Promise.reject())).catch(
      () => undefined,
    )
    if (writable) return writable
    known = undefined
    const answers = await Promise.allSettled(asked)
    const reachable = answers.findIndex(({ status }) => status === 'fulfilled')
    if (answers[0]?.status === 'rejected' && reachable === -1) throw answers[0].reason
    return addresses[reachable] as string
  }
  return {
    find: () => (known ??= look()),
    forget() {
      known = undefined
    },
  }
}

/**
 * Whether a server accepts writes, unlike a standby or one that an operator made read-only. Throws if it can't
 * be reached.
 */
async function takesWrites(address: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  // A connection that breaks while it ends would otherwise end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await selectWhetherReadOnly(client)
    return rows[0]?.transaction_read_only === 'off'
  } finally {
    await client.end().catch(() => {})
  }
}
