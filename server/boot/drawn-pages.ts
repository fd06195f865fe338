import { existsSync, readFileSync } from 'node:fs'
import { getAuthUser } from '#contract/sign-in/auth.ts'
import { getSite } from '#contract/site/system.ts'
import type { Config } from '#server/config.ts'
import { siteOf } from '#server/features/site/site.ts'
import { html } from '#server/platform/identity/embedded/html.ts'

/**
 * The pages that the build has drawn for people who are not signed in (decision 033), each by its address, with what this
 * deployment says of itself and the answers that the browser would else ask for. None where there is no such build.
 */
export function drawnPages(file: string, config: Config): Map<string, string> {
  if (!existsSync(file)) return new Map()
  const documents: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const site = getSite.answer.parse(siteOf(config))
  const nobody = getAuthUser.answer.parse({ isAuthenticated: false, user: null, applicant: null })
  // No script can be closed or opened by what stands in it.
  const answers = JSON.stringify({ [nameOf(getAuthUser)]: nobody, [nameOf(getSite)]: site }).replaceAll(
    '<',
    '\\u003c',
  )
  const company = new Map(Object.entries(site.company))
  const fill = (document: string) =>
    document
      .replace(/\{\{company\.(\w+)\}\}/g, (_, name: string) => html`${company.get(name)}`.text)
      .replace('{{answers}}', () => answers)
  return new Map(Object.entries(documents).map(([path, document]) => [path, fill(document)]))
}

/** As the browser names an endpoint, and keeps its answer. */
function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}
