import type pg from 'pg'
import { isReadOnly } from './database-faults.ts'

/**
 * After a failover the connections of a pool lead to a server that takes no writes any more. The first write that finds out
 * renews all of them: else each would have to fail one by one, and those that only read would keep showing what is old.
 */
export function renewWhenReadOnly(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>()
  const busy = new Set<pg.PoolClient>()
  const outdated = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    idle.delete(client)
    busy.add(client)
  })
  pool.on('remove', (client) => {
    idle.delete(client)
    busy.delete(client)
  })
  pool.on('release', (error, client) => {
    busy.delete(client)
    if (error) {
      if (!isReadOnly(error)) return
      for (const other of busy) outdated.add(other)
      // The pool removes an idle connection that reports an error; it has no other way to ask for that.
      for (const other of idle) other.emit('error', new Error('Renewed, for the server takes no writes'))
      return
    }
    // The pool takes none back that is ending.
    if (outdated.has(client)) void (client as pg.PoolClient & pg.Client).end()
    else idle.add(client)
  })
}
