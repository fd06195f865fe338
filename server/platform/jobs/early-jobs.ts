import type { Db } from '#server/platform/database/database.ts'

interface EarlyJob {
  transaction: string
  send: (db: Db) => Promise<unknown>
}

/**
 * Jobs asked for before the queues are open. Each remembers its transaction, so that one which was rolled back is
 * never run and one still open is waited for.
 */
interface EarlyJobs {
  add(tx: Db, send: EarlyJob['send']): Promise<void>
  /** Sends those whose transaction committed, forgets the rolled back, and returns how many are still undecided. */
  handOver(db: Db): Promise<number>
}

/** Makes an empty list of early jobs. */
export function earlyJobs(): EarlyJobs {
  const waiting: EarlyJob[] = []
  return {
    async add(tx, send) {
      const { rows } = await tx.$client.query<{ id: string }>('select pg_current_xact_id()::text as id')
      for (const { id } of rows) waiting.push({ transaction: id, send })
    },
    async handOver(db) {
      const undecided: EarlyJob[] = []
      for (const job of waiting.splice(0)) {
        const { rows } = await db.$client.query<{ status: string | null }>(
          'select pg_xact_status($1::text::xid8) as status',
          [job.transaction],
        )
        const status = rows[0]?.status
        if (status === 'in progress') undecided.push(job)
        else if (status !== 'aborted') await job.send(db)
      }
      waiting.push(...undecided)
      return waiting.length
    },
  }
}
