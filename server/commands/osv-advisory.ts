import compare from 'semver/functions/compare.js'
import valid from 'semver/functions/valid.js'
import { z } from 'zod'

/** As much of an advisory in the format of osv.dev as says whether a package of npm is concerned. */
export const Advisory = z.object({
  id: z.string().regex(/^[\w.:-]{1,100}$/),
  withdrawn: z.string().optional(),
  severity: z.array(z.object({ score: z.string() })).optional(),
  database_specific: z.object({ severity: z.unknown() }).partial().optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        severity: z.array(z.object({ score: z.string() })).optional(),
        database_specific: z.object({ severity: z.unknown() }).partial().optional(),
        versions: z.array(z.string()).optional(),
        ranges: z
          .array(z.object({ type: z.string(), events: z.array(z.record(z.string(), z.string())) }))
          .optional(),
      }),
    )
    .optional(),
})
export type Advisory = z.infer<typeof Advisory>
type Affected = NonNullable<Advisory['affected']>[number]
type Range = NonNullable<Affected['ranges']>[number]

/** What an advisory says of one version of a package. */
export interface AdvisoryVerdict {
  isAffected: boolean
  /** As the advisory gives it: a word, else the vector. */
  severity: string
  /** The lowest version above that is not affected any more; undefined where none is named. */
  fixedIn: string | undefined
}

/** The packages of npm that an advisory names, once each; none where it was withdrawn. */
export function packagesOf({ withdrawn, affected = [] }: Advisory): string[] {
  if (withdrawn !== undefined) return []
  return [
    ...new Set(affected.flatMap(({ package: named }) => (named?.ecosystem === 'npm' ? [named.name] : []))),
  ]
}

/**
 * Whether a version of a package of npm is concerned, as osv.dev evaluates it: it is listed, or within a range. Throws a
 * RangeError where the advisory gives a version that is none.
 */
export function verdictOn(advisory: Advisory, name: string, version: string): AdvisoryVerdict {
  const entries = (advisory.affected ?? []).filter(
    (entry) => entry.package?.ecosystem === 'npm' && entry.package.name === name,
  )
  const hits = entries.filter(
    (entry) => entry.versions?.includes(version) || rangesOf(entry).some((range) => isWithin(range, version)),
  )
  const fixes = hits
    .flatMap(rangesOf)
    .flatMap(({ events }) => events.flatMap(({ fixed }) => fixed ?? []))
    .filter((fixed) => compare(fixed, version) > 0)
    .toSorted(compare)
  return {
    isAffected: hits.length > 0,
    severity: hits.map((hit) => severityOf(hit)).find(Boolean) ?? severityOf(advisory) ?? 'unknown',
    fixedIn: fixes[0],
  }
}

/** Those by version; one by commits says nothing of a package. */
function rangesOf({ ranges = [] }: Affected): Range[] {
  return ranges.filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM')
}

function isWithin({ events }: Range, version: string): boolean {
  const steps = events.flatMap((event) =>
    Object.entries(event).map(([kind, at]) => {
      if (at !== '0' && !(kind === 'limit' && at === '*') && valid(at) === null)
        throw new RangeError(`${at} is no version`)
      return { kind, at }
    }),
  )
  const isBeyond = (at: string) => at !== '0' && compare(version, at) < 0
  const limits = steps.filter(({ kind }) => kind === 'limit')
  if (limits.length > 0 && !limits.some(({ at }) => at === '*' || isBeyond(at))) return false
  let isAffected = false
  for (const { kind, at } of steps.toSorted((left, right) => order(left.at, right.at))) {
    if (kind === 'introduced' && !isBeyond(at)) isAffected = true
    if (kind === 'fixed' && !isBeyond(at)) isAffected = false
    if (kind === 'last_affected' && (at === '0' || compare(version, at) > 0)) isAffected = false
  }
  return isAffected
}

/** "0" is before every version. */
function order(left: string, right: string): number {
  if (left === '0' || right === '0') return Number(right === '0') - Number(left === '0')
  if (left === '*' || right === '*') return Number(left === '*') - Number(right === '*')
  return compare(left, right)
}

function severityOf({ database_specific: own, severity }: Pick<Affected, 'database_specific' | 'severity'>) {
  return typeof own?.severity === 'string' ? own.severity : severity?.[0]?.score
}
