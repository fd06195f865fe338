import { Machine, NotInstalled } from './machine.ts'

/** What a drill has found: figures to read, and what must not be. */
export interface Report {
  figure(what: string, value: string | number): void
  /** Fails the drill, which runs to its end all the same. */
  expect(what: string, isSo: boolean): void
}

/**
 * Runs a drill on a machine of its own, and ends everything that it started. The process ends with 0 when all is as expected, 1
 * when it is not, and 2 where a part is not installed.
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
