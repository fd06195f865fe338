import type { FastifyReply } from 'fastify'
import * as contract from '#contract/site/legal.ts'
import type { LegalText } from '#domain/legal/legal-text.ts'
import { privacyPolicy } from '#domain/legal/privacy-policy.ts'
import { termsOfService } from '#domain/legal/terms-of-service.ts'
import type { Config } from '#server/config.ts'
import type { Call, Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { DOCUMENT_POLICY } from './page.ts'

/** The product's own terms and privacy policy, for deployments that configure none of their own. */
export function registerLegal(routes: Routes, { config }: Pick<Services, 'config'>): void {
  routes.on(contract.getTermsStatic)((call) => sendPage(call, termsOfService(config.company), config))
  const policy = () => privacyPolicy(config.company, config.faceComparison?.basis ?? null)
  routes.on(contract.getPrivacyStatic)((call) => sendPage(call, policy(), config))
}

/** React is loaded with the first document, so that it costs nothing at the start. */
async function sendPage(
  { reply, query }: Pick<Call<typeof contract.getTermsStatic>, 'reply' | 'query'>,
  text: LegalText,
  config: Config,
): Promise<FastifyReply> {
  const [{ renderToStaticMarkup }, { legalPage }] = await Promise.all([
    import('react-dom/server'),
    import('./page.ts'),
  ])
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', DOCUMENT_POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
    .send(`<!doctype html>${renderToStaticMarkup(legalPage(text, config, query.theme))}`)
}
