import { Machine, NotInstalled } from './machine.ts'

/** What a drill has found: figures to read, and expectations that may fail. */
export interface Report {
  figure(what: string, value: string | number): void
  /** Fails the drill if not so, but lets it run to its end. */
  expect(what: string, isSo: boolean): void
}

/**
 * Runs a drill on a machine of its own, and ends everything it started. The process exits with 0 if all is as
 * expected, 1 if not, and 2 if a part is not installed.
 */
export async function drill(work: (machine: Machine, report: Report) => Promise<void>): Promise<void> {
  const machine = new Machine()
  const startedAt = performance.now()
  const failures: string[] = []
  const say = (line: string) =>
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  const report: Report = {
    figure: (what, value) => say(`${what}: ${value}`),
    expect(what, isSo) {
      say(`${isSo ? 'yes' : 'NO '}  ${what}`)
      if (!isSo) failures.push(what)
    },
  }
  const interrupt = new Promise<never>((_resolve, reject) => {
    process.once('SIGINT', () => reject(new Error('The drill was stopped')))
    process.once('SIGTERM', () => reject(new Error('The drill was stopped')))
  })
  try {
    await Promise.race([work(machine, report), interrupt])
    process.exitCode = failures.length === 0 ? 0 : 1
    console.log(failures.length === 0 ? 'As expected.' : `Not as expected: ${failures.join('; ')}`)
  } catch (error) {
    const isMissing = error instanceof NotInstalled
    console.error(isMissing ? error.message : error)
    process.exitCode = isMissing ? 2 : 1
  } finally {
    await machine.close()
  }
  process.exit()
}
