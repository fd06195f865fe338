import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Returns which share of the processors is in use over a second, in which this measurement does nothing itself. */
export async function otherWork(): Promise<number> {
  const before = processorTimes()
  await delay(1000)
  const after = processorTimes()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

/** From the first line of `/proc/stat`: idle and waiting for a disk are the fourth and the fifth. */
function processorTimes(): { idle: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number)
  const [, , , idle = 0, waiting = 0] = times
  return { idle: idle + waiting, all: times.reduce((sum, time) => sum + time, 0) }
}
