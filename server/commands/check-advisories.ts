import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { Inspected, InspectingCommand } from './command.ts'
import { Advisory, packagesOf, verdictOn } from './osv-advisory.ts'

/** All of npm's advisories, as osv.dev gives them out, are a part of this. */
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

/** Compares what the build ships with a file of advisories: nothing is asked of anyone outside (security R66). */
export const checkAdvisories: InspectingCommand = {
  usage: [['check-advisories FILE', 'compare what the build ships with advisories in the format of osv.dev']],
  inspect: ([file, ...more]) =>
    file && more.length === 0
      ? () => inspectAdvisories(file, new URL('../../dist/sbom.json', import.meta.url))
      : undefined,
}

/**
 * Reads a file of advisories and says which packages of the bill of materials are concerned. Status 0 where none is, 1
 * where some are, and 2 where not everything could be read and nothing was found: that is no all-clear.
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

/** One advisory, a list of them, or the answer of osv.dev. */
function entriesOf(given: unknown): unknown[] {
  if (Array.isArray(given)) return given
  if (typeof given !== 'object' || given === null) throw new Error('it has no advisories')
  if ('vulns' in given && Array.isArray(given.vulns)) return given.vulns
  if (!('id' in given)) throw new Error('it has no advisories')
  return [given]
}

/** Each advisory by itself: one that is broken hides no other. */
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

/** Text of others for a terminal: nothing in it moves the cursor or makes another line. */
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
