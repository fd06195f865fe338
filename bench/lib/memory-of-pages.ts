import { readFileSync } from 'node:fs'

/** Returns the memory of the largest process that shows pages of a browser started here, now and at its peak, in bytes. */
export function memoryOfPages(): { now: number; peak: number } {
  const pages = descendants(process.pid).filter((pid) => textOf(pid, 'cmdline').includes('--type=renderer'))
  const largest = (name: string) =>
    Math.max(
      0,
      ...pages.map((pid) =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(textOf(pid, 'status'))?.[1] ?? 0),
      ),
    )
  return { now: largest('VmRSS') * 1024, peak: largest('VmHWM') * 1024 }
}

function descendants(pid: number): number[] {
  const children = textOf(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}

/** Empty once the process has ended. */
function textOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
