import type { FastifyReply } from 'fastify'
import type { Company } from '#contract/company.ts'
import * as contract from '#contract/legal.ts'
import type { LegalText } from '#domain/legal/legal-text.ts'
import { privacyPolicy } from '#domain/legal/privacy-policy.ts'
import { termsOfService } from '#domain/legal/terms-of-service.ts'
import type { Call, Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { DOCUMENT_POLICY } from './style.ts'

/** The product's own terms and privacy policy, for deployments that name no documents of theirs. */
export function registerLegal(routes: Routes, { config: { company } }: Pick<Services, 'config'>): void {
  routes.on(contract.getTermsStatic)((call) => sendPage(call, termsOfService(company), company))
  routes.on(contract.getPrivacyStatic)((call) => sendPage(call, privacyPolicy(company), company))
}

/** React is loaded with the first document, so that it costs nothing at the start. */
async function sendPage(
  { reply, query }: Pick<Call<typeof contract.getTermsStatic>, 'reply' | 'query'>,
  text: LegalText,
  company: Company,
): Promise<FastifyReply> {
  const [{ renderToStaticMarkup }, { legalPage }] = await Promise.all([
    import('react-dom/server'),
    import('./page.ts'),
  ])
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', DOCUMENT_POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
    .send(`<!doctype html>${renderToStaticMarkup(legalPage(text, company.name, query.theme))}`)
}
