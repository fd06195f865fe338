import type { Jobs } from './jobs.ts'

/** What looks at each run of a job from outside. */
interface Around {
  registered?(name: string): void
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** The same queues, with `around` about every run of every job that is registered by them. */
export function aroundJobs(jobs: Jobs, around: Around): Jobs {
  return {
    ...jobs,
    handle(name, options, handler) {
      around.registered?.(name)
      jobs.handle(name, options, (data, context) => around.run(name, () => handler(data, context)))
    },
    schedule(name, handler, options) {
      around.registered?.(name)
      jobs.schedule(name, (context) => around.run(name, () => handler(context)), options)
    },
  }
}
