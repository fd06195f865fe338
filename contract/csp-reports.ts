import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Address = z.string().max(4000)
const Directive = z.string().max(200)

/** Reports read per call. */
export const REPORTS_MAX = 20

/** What a browser sends through `report-to`: several reports at a time, of which only those about a policy are read. */
const Reported = z.object({
  type: z.string().max(100),
  url: Address.optional(),
  body: z
    .object({
      documentURL: Address.nullish(),
      blockedURL: Address.nullish(),
      effectiveDirective: Directive.nullish(),
      sourceFile: Address.nullish(),
      lineNumber: z.number().nullish(),
    })
    .nullish(),
})

/** What browsers without `report-to` send through `report-uri`. */
const ReportedAlone = z.object({
  'csp-report': z.object({
    'document-uri': Address.optional(),
    'blocked-uri': Address.optional(),
    'effective-directive': Directive.optional(),
    'violated-directive': Directive.optional(),
    'source-file': Address.optional(),
    'line-number': z.number().optional(),
  }),
})

/** The body of a report, by media type. */
export const CSP_REPORTS = {
  'application/reports+json': z.array(Reported).max(REPORTS_MAX),
  'application/csp-report': ReportedAlone,
} as const

/** Browsers send these on their own, without a usable cookie or proof of origin. */
export const reportCsp = endpoint({
  method: 'POST',
  path: '/api/csp-reports',
  access: 'public',
  summary:
    'What a browser refused by the content security policy of a page; counted and logged without addresses of people',
  fromOutside: true,
  bodyLimit: 32_768,
  answer: 'empty',
  errors: ['VALIDATION_ERROR', 'UNSUPPORTED_TYPE'],
  limit: { bucket: 'csp-report', max: 20, windowSeconds: 60 },
})
