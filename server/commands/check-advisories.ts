import { readFile, stat } from 'node:fs/promises'
import compare from 'semver/functions/compare.js'
import valid from 'semver/functions/valid.js'
import { z } from 'zod'
import { type Inspected, type InspectingCommand, refuseMore, WrongArguments } from './command.ts'

/** The parts of an osv.dev advisory that tell whether an npm package is affected. */
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

/** The IDs of npm's advisories at osv.dev contain this. */
const MAX_BYTES = 256 * 1024 * 1024
const MOST_NAMED = 20
const SEVERITY_MAX = 60
const UNUSABLE = 2

const Materials = z.object({
  components: z.array(z.object({ name: z.string(), version: z.string() })),
})

interface Finding {
  name: string
  version: string
  id: string
  severity: string
  fixedIn: string
}

/** Compares what the build ships with a file of advisories; no one outside is asked (security R66). */
export const checkAdvisories: InspectingCommand = {
  usage: [['check-advisories FILE', 'compare what the build ships with advisories in the format of osv.dev']],
  inspect: ([file, ...more]) => {
    if (!file) throw new WrongArguments('Name the file of advisories.')
    refuseMore(more)
    return () => inspectAdvisories(file, new URL('../../dist/sbom.json', import.meta.url))
  },
}

/**
 * Reads a file of advisories and reports which packages in the bill of materials are affected. Status 0 if none
 * is, 1 if some are, and 2 if not everything could be read and nothing was found, which is no all-clear.
 */
export async function inspectAdvisories(file: string, materials: string | URL): Promise<Inspected> {
  const shipped = await readJson(materials)
    .then((given) => Materials.parse(given).components)
    .catch(() => undefined)
  if (!shipped) return unusable('There is no dist/sbom.json that can be read. Build first: npm run build')
  let entries: unknown[]
  try {
    entries = entriesOf(await readJson(file))
  } catch (error) {
    return unusable(`${file} can’t be used: ${error instanceof Error ? error.message : 'it can’t be read'}.`)
  }
  const { findings, unread, checked } = compareAll(entries, shipped)
  const lines = [
    ...(findings.length > 0 ? tableOf(findings) : []),
    ...unread.slice(0, MOST_NAMED).map((what) => `Not understood: ${what}`),
    ...(unread.length > MOST_NAMED ? [`Not understood: ${unread.length - MOST_NAMED} more`] : []),
    `${shipped.length} packages, ${checked} advisories: ${findings.length === 0 ? 'none concerns them' : `${findings.length} found`}${
      unread.length > 0 ? `, ${unread.length} not understood` : ''
    }.`,
  ]
  const status = findings.length > 0 ? 1 : unread.length > 0 ? UNUSABLE : 0
  return { says: lines.join('\n'), isSound: status === 0, status }
}

async function readJson(file: string | URL): Promise<unknown> {
  const { size } = await stat(file)
  if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1024 / 1024} MB`)
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error('it is no JSON')
    throw error
  }
}

/** One advisory, a list of them, or an osv.dev answer. */
function entriesOf(given: unknown): unknown[] {
  if (Array.isArray(given)) return given
  if (typeof given !== 'object' || given === null) throw new Error('it has no advisories')
  if ('vulns' in given && Array.isArray(given.vulns)) return given.vulns
  if (!('id' in given)) throw new Error('it has no advisories')
  return [given]
}

/** Each advisory by itself: a malformed one hides no other. */
function compareAll(entries: readonly unknown[], shipped: readonly { name: string; version: string }[]) {
  const versions = new Map<string, string[]>()
  for (const { name, version } of shipped) versions.set(name, [...(versions.get(name) ?? []), version])
  const findings: Finding[] = []
  const unread: string[] = []
  for (const [index, entry] of entries.entries()) {
    const { success, data: advisory } = Advisory.safeParse(entry)
    if (!success) {
      unread.push(`entry ${index + 1}`)
      continue
    }
    try {
      findings.push(...findingsOf(advisory, versions))
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof TypeError)) throw error
      unread.push(`${advisory.id}: it gives a version that is none`)
    }
  }
  return { findings, unread, checked: entries.length - unread.length }
}

function findingsOf(advisory: Advisory, shipped: ReadonlyMap<string, string[]>): Finding[] {
  return packagesOf(advisory).flatMap((name) =>
    (shipped.get(name) ?? []).flatMap((version) => {
      const { isAffected, severity, fixedIn } = verdictOn(advisory, name, version)
      if (!isAffected) return []
      return [
        {
          name,
          version,
          id: advisory.id,
          severity: plain(severity),
          fixedIn: plain(fixedIn ?? 'none named'),
        },
      ]
    }),
  )
}

/** Makes foreign text safe for a terminal: nothing in it moves the cursor or starts a new line. */
function plain(text: string): string {
  const shown = text.replaceAll(/[^\x20-\x7e]/g, '?')
  return shown.length > SEVERITY_MAX ? `${shown.slice(0, SEVERITY_MAX)}…` : shown
}

function tableOf(findings: readonly Finding[]): string[] {
  const rows = [
    ['package', 'version', 'advisory', 'severity', 'fixed in'],
    ...findings
      .map(({ name, version, id, severity, fixedIn }) => [name, version, id, severity, fixedIn])
      .toSorted((left, right) => (left.join(' ') < right.join(' ') ? -1 : 1)),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function unusable(says: string): Inspected {
  return { says, isSound: false, status: UNUSABLE }
}

type Affected = NonNullable<Advisory['affected']>[number]
type Range = NonNullable<Affected['ranges']>[number]

/** What an advisory says about one version of a package. */
interface AdvisoryVerdict {
  isAffected: boolean
  /** The severity as given: a word, otherwise the vector. */
  severity: string
  /** The lowest later version that isn't affected; undefined if none is given. */
  fixedIn: string | undefined
}

/** The npm packages in an advisory, once each; empty if it was withdrawn. */
function packagesOf({ withdrawn, affected = [] }: Advisory): string[] {
  if (withdrawn !== undefined) return []
  return [
    ...new Set(affected.flatMap(({ package: named }) => (named?.ecosystem === 'npm' ? [named.name] : []))),
  ]
}

/**
 * Whether a version of an npm package is affected, evaluated as osv.dev does: it is listed, or within a range.
 * Throws a RangeError if the advisory contains an invalid version.
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

/** Only version ranges; a range of commits says nothing about a package. */
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

/** "0" precedes every version. */
function order(left: string, right: string): number {
  if (left === '0' || right === '0') return Number(right === '0') - Number(left === '0')
  if (left === '*' || right === '*') return Number(left === '*') - Number(right === '*')
  return compare(left, right)
}

function severityOf({ database_specific: own, severity }: Pick<Affected, 'database_specific' | 'severity'>) {
  return typeof own?.severity === 'string' ? own.severity : severity?.[0]?.score
}
