import { Agent, request } from 'node:http'

/** How long single requests took, in ms. */
export interface Latency {
  median: number
  p95: number
  p99: number
}

/** The median, and the 95th and 99th percentiles. */
export function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/**
 * Returns a function that requests one path of one server on a connection that stays open, and returns the time
 * it took.
 */
export function stopwatch(
  port: number,
  path: string,
  headers: Record<string, string>,
): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return () =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const call = request({ port, host: '127.0.0.1', path, headers, agent }, (answer) => {
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(performance.now() - startedAt)
            : reject(new Error(`${path} answered ${answer.statusCode}`)),
        )
        answer.resume()
      })
      call.on('error', reject)
      call.end()
    })
}
