/** Upper bounds of the response time buckets in milliseconds; the last bucket has none. */
export const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

/** Methods with their own label in the metrics; anything else that a stranger sends is `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** How one route has answered one method since the start. */
export interface RouteFigures {
  method: string
  /** The registered pattern, never a URL. */
  route: string
  statuses: ReadonlyMap<number, number>
  /** Answers by the first bound they stay within, plus one bucket for the slower ones. */
  buckets: readonly number[]
  totalMs: number
}

class RouteMeter {
  readonly statuses = new Map<number, number>()
  readonly times = new Float64Array(BOUNDS_MS.length + 2)

  add(status: number, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    let bucket = 0
    while (bucket < BOUNDS_MS.length && ms > (BOUNDS_MS[bucket] ?? 0)) bucket++
    const { times } = this
    times[bucket] = (times[bucket] ?? 0) + 1
    const last = times.length - 1
    times[last] = (times[last] ?? 0) + ms
  }
}

/**
 * Counts answers by route, method and status. Once a route has answered, counting allocates nothing
 * (performance P5); the number of entries is bounded by the number of routes.
 */
export class RequestMeter {
  readonly #routes = new Map<string, Map<string, RouteMeter>>()

  answered(route: string, method: string, status: number, ms: number): void {
    let methods = this.#routes.get(route)
    if (!methods) {
      methods = new Map()
      this.#routes.set(route, methods)
    }
    const name = METHODS.has(method) ? method : 'other'
    let meter = methods.get(name)
    if (!meter) {
      meter = new RouteMeter()
      methods.set(name, meter)
    }
    meter.add(status, ms)
  }

  figures(): RouteFigures[] {
    return [...this.#routes].flatMap(([route, methods]) =>
      [...methods].map(([method, { statuses, times }]) => ({
        method,
        route,
        statuses,
        buckets: [...times.subarray(0, -1)],
        totalMs: times.at(-1) ?? 0,
      })),
    )
  }
}
