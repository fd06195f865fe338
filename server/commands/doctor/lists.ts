import { access, constants, stat } from 'node:fs/promises'
import { isNotNull } from 'drizzle-orm'
import { listName } from '#contract/screening/list-name.ts'
import { ListSource } from '#contract/screening/sanctions.ts'
import { dayText } from '#domain/date-text.ts'
import { isStaleList } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import { sanctionsFetches } from '#server/model/schema/sanctions.ts'
import { listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { settingsInForce } from '#server/model/screening/screening-settings.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import { type Finding, findingsOf } from './finding.ts'
import { fromStored } from './stored.ts'

type Tell = Record<Finding['level'], (says: string) => void>

/**
 * Checks whether the files of sanctions lists can be read, names the lists that are downloaded, and checks those in
 * force; no publisher is asked.
 */
export async function inspectLists(config: Config): Promise<Finding[]> {
  const { found, ...tell } = findingsOf('Sanctions lists')
  const { sanctions, production } = config
  for (const file of sanctions.files) await inspectFile(file, tell)
  if (sanctions.fetched.length > 0)
    tell.ok(`Fetched every hour: ${sanctions.fetched.map(({ source }) => source).join(', ')}.`)
  const hasReal = await inspectStored(config, tell)
  if (sanctions.fetched.length === 0 && sanctions.files.length === 0 && production)
    tell.note(
      hasReal
        ? 'No list is fetched or named: import each newer one with import-sanctions, or set SANCTIONS_FETCH or SANCTIONS_LISTS.'
        : 'No list is fetched or named: no one can be approved until you import one with import-sanctions, or set SANCTIONS_FETCH or SANCTIONS_LISTS.',
    )
  return found
}

async function inspectFile(file: string, { ok, wrong }: Tell): Promise<void> {
  try {
    await access(file, constants.R_OK)
    if ((await stat(file)).isDirectory())
      wrong(`${file} is a folder: name the file of the list in SANCTIONS_LISTS.`)
    else ok(`${file} can be read.`)
  } catch (error) {
    wrong(`${file} can’t be read (${reasonOf(error)}): put the list there, or correct SANCTIONS_LISTS.`)
  }
}

/** Returns whether a list other than the sample is in force; undefined if the database can't be asked. */
async function inspectStored(config: Config, { ok, note, wrong }: Tell): Promise<boolean | undefined> {
  const { sanctions, production, dateStyle } = config
  const stored = await fromStored(config, async ({ db }) => ({
    lists: await listsInForce(db),
    maxAgeDays: (await settingsInForce(db, sanctions)).maxAgeDays,
    failures: await db.select().from(sanctionsFetches).where(isNotNull(sanctionsFetches.failure)),
  }))
  if (!stored) return undefined
  const { lists, maxAgeDays, failures } = stored
  const { another, newer } = sanctions.fetched.length > 0 ? FETCHED : BY_HAND
  const hasReal = lists.some(({ source }) => source !== 'sample')
  if (!hasReal && production)
    wrong(
      `${lists.length > 0 ? 'Only the sample of made-up names' : 'No list'} is in force, so no one can be approved: ${another}.`,
    )
  for (const list of lists) {
    const what = `The ${listName(list.source)} of ${dayText(list.publishedOn, dateStyle)} is in force`
    if (isStaleList(list, maxAgeDays, new Date()))
      wrong(`${what} and more than ${daysText(maxAgeDays)} old, so no one can be approved: ${newer}.`)
    else if (hasReal || !production)
      ok(
        `${what}, with ${list.entries === 1 ? '1 entry' : `${list.entries.toLocaleString('en-GB')} entries`}.`,
      )
  }
  for (const { source, failure } of failures)
    if (sanctions.fetched.some((list) => list.source === source))
      note(`The ${listName(ListSource.parse(source))} can’t be fetched: ${failure}`)
  return hasReal
}

const FETCHED = {
  another:
    'a process fetches one within the hour if it reaches the publisher, or import-sanctions FILE imports it',
  newer: 'let the processes reach its publisher, or import a newer one with import-sanctions FILE',
}
const BY_HAND = {
  another: 'import one with import-sanctions FILE',
  newer: 'import a newer one with import-sanctions FILE, or replace the file in SANCTIONS_LISTS',
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
