import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { getSite } from '#contract/site/system.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'

/** Less than a year, as RFC 9116 recommends, so that an unmaintained copy expires. */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

/** What the browser needs to know about this deployment. */
export function siteOf(config: Config): z.input<typeof getSite.answer> {
  return {
    company: config.company,
    legal: { ...config.legal, faceComparisonBasis: config.faceComparison?.basis ?? null },
    analytics: config.analytics
      ? { scriptUrl: config.analytics.scriptUrl, cookies: config.analytics.cookies }
      : null,
    pictureOrigins: config.pictureOrigins,
    dateStyle: config.dateStyle,
    companyDomains: config.companyDomains,
    minimumAge: config.minimumAge,
    debugAvailable: !config.production,
    captchaRequired: config.captcha.required,
  }
}

/** Serves `/.well-known/security.txt` (RFC 9116), which says where to report vulnerabilities. */
export function registerSecurityTxt(app: FastifyInstance, { config, now }: Services): void {
  const canonical = new URL('/.well-known/security.txt', config.publicUrl)
  app.get(canonical.pathname, async (_request, reply) => {
    // Rounded to days, so that every process's answers on a day are the same.
    const expires = new Date((Math.floor(now().getTime() / DAY_MS) + VALID_DAYS) * DAY_MS)
    const lines = [
      `Contact: ${config.securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${canonical.href}`,
    ]
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
