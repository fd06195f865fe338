import type { Services } from '#server/services.ts'
import { applyDecision } from './apply-decision.ts'

/** Registers what carries out decisions whose time to undo is over. */
export function registerReviewJobs(services: Services): void {
  services.jobs.handle('apply-decision', { concurrency: 2 }, ({ caseId }) => applyDecision(services, caseId))
}
