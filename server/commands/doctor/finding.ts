import { reasonOf } from '#server/platform/reason-of.ts'

/** A finding about one part. `wrong` means that the product doesn't work as configured. */
export interface Finding {
  part: string
  level: 'ok' | 'note' | 'wrong'
  /** What was found, and what to do about it if anything. */
  says: string
}

/** How long one part may take to answer; the product's own limits are shorter. */
const LIMIT_MS = 30_000

/** The findings of one part, one after the other. */
export function findingsOf(part: string) {
  const found: Finding[] = []
  const add = (level: Finding['level']) => (says: string) => void found.push({ part, level, says })
  return { found, ok: add('ok'), note: add('note'), wrong: add('wrong') }
}

/** Runs one check; an unexpected error is a finding too, and so is a timeout. Never throws. */
export async function inspected(part: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`nothing was heard within ${LIMIT_MS / 1000} s`)), LIMIT_MS)
  try {
    return await Promise.race([check(), silence])
  } catch (error) {
    return [{ part, level: 'wrong', says: `The check itself failed: ${reasonOf(error)}.` }]
  } finally {
    clearTimeout(timer)
  }
}

/** The clock difference that a provider's tokens may have; a bucket allows minutes. */
const MOST_SECONDS = 30
const NOTED_SECONDS = 5

/** What another clock said, and when by ours. */
export interface ClockReading {
  of: string
  theirs: Date
  ours: Date
}

/** The time in an answer, if it has one. */
export function clockOf(of: string, answer: Response): ClockReading[] {
  const date = Date.parse(answer.headers.get('date') ?? '')
  return Number.isNaN(date) ? [] : [{ of, theirs: new Date(date), ours: new Date() }]
}

/** Compares our clock with others'. */
export function inspectClock(readings: readonly ClockReading[]): Finding[] {
  const { found, ok, note, wrong } = findingsOf('Clock')
  for (const { of, theirs, ours } of readings) {
    const seconds = Math.round((ours.getTime() - theirs.getTime()) / 1000)
    const off = `This machine’s clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} that of the ${of}`
    if (Math.abs(seconds) > MOST_SECONDS)
      wrong(
        `${off}. Sign-ins fail at more than ${MOST_SECONDS} s: let NTP set it (timedatectl set-ntp true).`,
      )
    else if (Math.abs(seconds) > NOTED_SECONDS) note(`${off}. Let NTP set it (timedatectl set-ntp true).`)
    else ok(`Agrees with the clock of the ${of}.`)
  }
  if (readings.length === 0) note('There is no other clock to compare it with.')
  return found
}
