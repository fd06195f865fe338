import * as contract from '#contract/site/system.ts'
import { getCaptchaChallenge } from '#contract/site/system.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import type { DependencyWatch } from './readiness.ts'
import { siteOf } from './site.ts'

/** Health, facts about the deployment, and the captcha. */
export function registerSystem(routes: Routes, services: Services, watch: DependencyWatch): void {
  const { config } = services
  routes.on(contract.getLiveness)(async () => ({ status: 'ok' }))
  routes.on(contract.getReadiness)(async ({ reply }) => {
    const report = await watch.report()
    if (report.status === 'unavailable' || report.status === 'draining') {
      // A 5xx would be serialised as an error; this one is a report nevertheless.
      reply.status(503).header('retry-after', '5')
      reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
    }
    return report
  })
  routes.on(contract.getSite)(async () => siteOf(config))
  routes.on(getCaptchaChallenge)(async () => services.captcha.challenge())
}
