import { readFileSync } from 'node:fs'

/** The peak memory of the largest child process that is still running, in bytes; of this process, or another one. */
export function peakOfChildren(pid = process.pid): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Math.max(0, ...children.split(' ').filter(Boolean).map(peakOf))
}

function peakOf(pid: string): number {
  try {
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(peak) * 1024
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
