import { CSP_REPORTS, reportCsp } from '#contract/csp-reports.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'

/** A report as logged: nothing in it names a person or gives access to anything. */
export interface CspReport {
  directive: string
  /** `inline`, `eval` and the like, or the origin of what was blocked. */
  blocked: string
  /** The page's path, without ids and tokens. */
  page: string
  /** The script responsible, if it is ours; otherwise its origin. */
  source: string
  line: number | undefined
}

/** Counts and logs what browsers blocked, each report of a call by itself. */
export function registerCspReports(routes: Routes, { config, meter }: Services): void {
  const own = new URL(config.publicUrl).origin
  routes.on(reportCsp)(async ({ body = Buffer.alloc(0), request, reply }) => {
    const type = request.headers['content-type']?.split(';', 1).join().trim().toLowerCase()
    const reports = readReports(type, body.toString('utf8'), own)
    for (const report of reports) {
      meter?.cspReport(report.directive)
      request.log.warn(report, 'A browser refused something by the content security policy')
    }
    return reply.status(204).send()
  })
}

/** Parses a body by its media type. Throws UNSUPPORTED_TYPE, or VALIDATION_ERROR if it isn't a report. */
export function readReports(type: string | undefined, text: string, own: string): CspReport[] {
  if (type === 'application/reports+json')
    return parsed(CSP_REPORTS[type], text).flatMap(({ type: kind, url, body }) =>
      kind === 'csp-violation' && body
        ? [
            redacted(own, {
              directive: body.effectiveDirective,
              blocked: body.blockedURL,
              page: body.documentURL ?? url,
              source: body.sourceFile,
              line: body.lineNumber,
            }),
          ]
        : [],
    )
  if (type === 'application/csp-report') {
    const { 'csp-report': told } = parsed(CSP_REPORTS[type], text)
    return [
      redacted(own, {
        directive: told['effective-directive'] ?? told['violated-directive'],
        blocked: told['blocked-uri'],
        page: told['document-uri'],
        source: told['source-file'],
        line: told['line-number'],
      }),
    ]
  }
  throw new AppError(
    'UNSUPPORTED_TYPE',
    'Send reports as application/reports+json or application/csp-report.',
  )
}

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } }

function parsed<T>(schema: Schema<T>, text: string): T {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    given = undefined
  }
  const found = schema.safeParse(given)
  if (!found.success) throw new AppError('VALIDATION_ERROR', 'This is no report of a browser.')
  return found.data
}

interface Told {
  directive: string | null | undefined
  blocked: string | null | undefined
  page: string | null | undefined
  source: string | null | undefined
  line: number | null | undefined
}

function redacted(own: string, { directive, blocked, page, source, line }: Told): CspReport {
  return {
    // Older browsers send the directive with its values.
    directive: /^[a-z-]{1,40}/.exec(directive ?? '')?.[0] ?? 'unknown',
    blocked: originOf(blocked, own),
    page: pathOf(page, own) ?? 'unknown',
    source: /^\/assets\/[\w.-]{1,100}$/.exec(pathOf(source, own, false) ?? '')?.[0] ?? originOf(source, own),
    line: Number.isSafeInteger(line) ? (line as number) : undefined,
  }
}

/**
 * A word such as `inline` or `self`, or the origin; for URLs without one, such as those of extensions, the
 * scheme.
 */
function originOf(address: string | null | undefined, own: string): string {
  if (!address) return 'unknown'
  if (/^[a-z-]{1,40}$/.test(address)) return address
  if (!URL.canParse(address)) return 'unknown'
  const { origin, protocol } = new URL(address)
  if (origin === own) return 'self'
  return (origin === 'null' ? protocol : origin).slice(0, 100)
}

/** The path of one of our URLs, without anything that may be an id, a token or a person's address. */
function pathOf(address: string | null | undefined, own: string, isShortened = true): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  if (origin !== own) return undefined
  if (!isShortened) return pathname
  return pathname
    .split('/')
    .slice(0, 8)
    .map((part) => (/^[a-z-]{0,30}$/.test(part) ? part : ':id'))
    .join('/')
}
