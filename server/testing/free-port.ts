import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range that systems use for outgoing connections, which could take the port before it is listened on. */
const [FIRST, BEHIND_LAST] = [20_000, 32_000]
const MOST_TRIES = 100

/** Returns a port of this machine on which nothing listens now. Throws if none is found. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = randomInt(FIRST, BEHIND_LAST)
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
