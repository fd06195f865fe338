import type { z } from 'zod'
import type { getSite } from '#contract/site/system.ts'
import type { Config } from '#server/config.ts'

/** What the browser needs to know of this deployment. */
export function siteOf(config: Config): z.input<typeof getSite.answer> {
  return {
    company: config.company,
    legal: config.legal,
    analytics: config.analytics
      ? { scriptUrl: config.analytics.scriptUrl, cookies: config.analytics.cookies }
      : null,
    dateStyle: config.dateStyle,
    companyDomains: config.companyDomains,
    minimumAge: config.minimumAge,
    debugAvailable: !config.production,
    captchaRequired: config.captcha.required,
  }
}
