import type { LoadResult } from './load.ts'
import type { ServerProcess } from './server-process.ts'

export interface Spread {
  min: number
  median: number
  max: number
}

/** The smallest value, the median and the largest. */
export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[Math.min(sorted.length - 1, Math.floor(place))] ?? Number.NaN
  return { min: at(0), median: at(sorted.length / 2), max: at(sorted.length - 1) }
}

/** `median unit (min–max)`. */
export function show({ min, median, max }: Spread, unit: string, digits = 0): string {
  const text = (value: number) =>
    value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${text(median)} ${unit} (${text(min)}–${text(max)})`
}

/** What rounds of load cost one server. */
export interface Cost {
  perSecond: Spread
  /** The rate of each round, in order. */
  rates: number[]
  /** Processor time of the server's process for one request, in microseconds. */
  cpuMicros: Spread
}

/**
 * How many times longer `dear` takes than `cheap`: the median of the rounds' ratios, because other load on the
 * machine affects both runs of a round.
 */
export function timesAsDear(dear: Cost, cheap: Cost): Spread {
  return spreadOf(dear.rates.map((rate, round) => (cheap.rates[round] ?? Number.NaN) / rate))
}

interface Side {
  server: ServerProcess
  run(seconds: number): Promise<LoadResult>
}

/**
 * Loads the sides in turn, first to warm them up and then in several rounds, so that other load on the machine
 * affects both alike. The warm-up lets V8 compile each call, as it has on a server in service.
 */
export async function interleave<Name extends string>(
  sides: Record<Name, Side>,
  { rounds, seconds, warmUps = 1 }: { rounds: number; seconds: number; warmUps?: number },
): Promise<Record<Name, Cost>> {
  const names = Object.keys(sides) as Name[]
  const seen = Object.fromEntries(
    names.map((name) => [name, { perSecond: [] as number[], cpuMicros: [] as number[] }]),
  ) as Record<Name, { perSecond: number[]; cpuMicros: number[] }>
  for (let i = 0; i < warmUps; i++) for (const name of names) await sides[name].run(seconds)
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 ? names.toReversed() : names) {
      const { server, run } = sides[name]
      const before = server.cpuMs()
      const { perSecond, answered } = await run(seconds)
      seen[name].perSecond.push(perSecond)
      seen[name].cpuMicros.push(((server.cpuMs() - before) / answered) * 1000)
    }
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        perSecond: spreadOf(seen[name].perSecond),
        rates: seen[name].perSecond,
        cpuMicros: spreadOf(seen[name].cpuMicros),
      },
    ]),
  ) as Record<Name, Cost>
}
