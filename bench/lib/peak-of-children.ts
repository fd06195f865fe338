import { readFileSync } from 'node:fs'

/** The most memory that one of the processes has held which this one started and has not ended yet, in bytes. */
export function peakOfChildren(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  const peaks = children
    .split(' ')
    .filter(Boolean)
    .map((pid) => /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')))
  return Math.max(...peaks.map((found) => Number(found?.[1]) * 1024))
}
