import type { Services } from '#server/services.ts'
import { buildExport, countExports, sweepExports } from './data-exports.ts'

/** Registers the building of exports, one at a time per process, and their sweep. */
export function registerExportJobs(services: Services): void {
  services.jobs.handle('build-export', { concurrency: 1 }, ({ exportId }, { signal }) =>
    buildExport(services, exportId, signal),
  )
  services.jobs.schedule(
    'sweep-exports',
    async ({ log, progress }) => {
      const report = await sweepExports(services, progress)
      if (report.again || report.failed || report.expired)
        log.info({ ...report }, 'Exports were looked after')
    },
    { countDue: () => countExports(services) },
  )
}
