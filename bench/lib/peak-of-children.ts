import { readFileSync } from 'node:fs'

/** The peak memory of the largest child process that is still running, in bytes. */
export function peakOfChildren(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  const peaks = children
    .split(' ')
    .filter(Boolean)
    .map((pid) => /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')))
  return Math.max(...peaks.map((found) => Number(found?.[1]) * 1024))
}
