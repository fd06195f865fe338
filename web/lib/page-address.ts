import { parseSearchWith, type RegisteredRouter, stringifySearchWith } from '@tanstack/react-router'
import type { PAGE_PATHS } from '#contract/page-paths.ts'

/** The path of a page without parameters. */
export type PlainPath = Exclude<(typeof PAGE_PATHS)[number], `${string}$${string}`>

/** A path of this site: a literal must be a page's; a runtime value is accepted as it is. */
export type SitePath<Path extends string> = string extends Path ? Path : PlainPath

/** Leaves texts unquoted in the URL: by default the text `3` would read `id="3"`. */
export const stringifySearch = stringifySearchWith(String)
export const parseSearch = parseSearchWith((value) => value)

/** The whole URL of a page, for uses without the router's links, such as the return from a sign-in. */
export function pageAddress<To extends PlainPath>(
  to: To,
  search: RegisteredRouter['routesByPath'][To]['types']['fullSearchSchemaInput'],
): string {
  return to + stringifySearch(search)
}
