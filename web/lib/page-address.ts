import { parseSearchWith, type RegisteredRouter, stringifySearchWith } from '@tanstack/react-router'
import type { PAGE_PATHS } from '#contract/page-paths.ts'

/** The address of a page that takes nothing. */
export type PlainPath = Exclude<(typeof PAGE_PATHS)[number], `${string}$${string}`>

/** A path of this site: one that is written out has to be a page's, one that comes from the browser is taken as it is. */
export type SitePath<Path extends string> = string extends Path ? Path : PlainPath

/** Texts stay bare in the URL: by default `id=3` given as a text would read `id="3"`, and `name=null` would be no one's. */
export const stringifySearch = stringifySearchWith(String)
export const parseSearch = parseSearchWith((value) => value)

/** The whole address of a page, for what no link of the router leads to, such as the way back from a sign-in. */
export function pageAddress<To extends PlainPath>(
  to: To,
  search: RegisteredRouter['routesByPath'][To]['types']['fullSearchSchemaInput'],
): string {
  return to + stringifySearch(search)
}
