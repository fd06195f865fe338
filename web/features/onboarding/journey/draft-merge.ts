interface ServerDraft<Draft> {
  draft: Draft | null
  revision: number
}

interface LocalAnswers<Draft> {
  draft: Draft
  base: Partial<Draft>
  revision: number
}

/**
 * Merges this browser's answers with the account's; null if there are none. No timestamps are compared:
 * devices' clocks differ, and a fast one would restore old answers.
 */
export function newestDraft<Draft extends object>(
  local: LocalAnswers<Draft> | null,
  server: ServerDraft<Draft>,
): Draft | null {
  if (!local) return server.draft
  // Answers that the account once had and no longer has were submitted elsewhere: no one should fill them in
  // twice.
  if (!server.draft) return local.revision > 0 ? null : local.draft
  if (local.revision === server.revision) return local.draft
  return mergeDrafts(local.base, local.draft, server.draft)
}

/**
 * Returns the form's initial answers if something was submitted before. The account's draft is based on the
 * submission and decides what has been removed since; answers only in this browser are merged into it.
 */
export function resumedDraft<Draft extends object>(
  local: LocalAnswers<Draft> | null,
  server: ServerDraft<Draft>,
  submitted: Draft,
): Draft {
  const newest = newestDraft(local, server)
  if (newest === null) return submitted
  return server.draft || !local ? newest : mergeDrafts(local.base, newest, submitted)
}

/**
 * Merges this device's answers with those another device saved meanwhile: answers changed here are kept, all
 * others are taken from there, so that no one's latest input is lost. Lists of people are merged person by
 * person.
 */
export function mergeDrafts<Draft extends object>(
  base: Partial<Draft>,
  mine: Draft,
  theirs: Partial<Draft>,
): Draft {
  return joined(base, mine, theirs) as Draft
}

/** An answer that was changed in another tab or on another device. */
export interface ElsewhereChange {
  /** Its place in the merged answers, as the form names its fields: `beneficialOwners.0.fullName`. */
  path: string
  /** What was saved there; undefined if it was cleared or removed. */
  there: unknown
  /** Whether it was changed here as well: then the merged answers have what was entered here. */
  isKept: boolean
}

/** Returns what differs between this page's answers and those another device saved meanwhile, with `merged` of both. */
export function changesElsewhere<Draft extends object>(
  base: Partial<Draft>,
  mine: Draft,
  theirs: Partial<Draft>,
  merged: Draft,
): ElsewhereChange[] {
  // The furthest step isn't an answer.
  return changedIn('', { base, mine, theirs, merged }).filter(({ path }) => path !== 'step')
}

/** Whether two drafts are equal; absent and undefined count as the same. */
export function isSameDraft(left: object, right: object): boolean {
  return isSame(left, right)
}

function joined(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base) || isSame(mine, theirs)) return mine
  const [before, here, there] = [listOf(base), listOf(mine), listOf(theirs)]
  if (here && there) return joinedLists(before ?? [], here, there)
  if (!isGroup(mine) || !isGroup(theirs)) return mine
  const group = isGroup(base) ? base : {}
  const names = Object.keys({ ...theirs, ...group, ...mine })
  return Object.fromEntries(names.map((name) => [name, joined(group[name], mine[name], theirs[name])]))
}

/** One part of the answers before both changed it, here, there, and merged. */
interface Versions<Part> {
  base: Part
  mine: Part
  theirs: Part
  merged: Part
}

function changedIn(path: string, versions: Versions<unknown>): ElsewhereChange[] {
  const { base, mine, theirs } = versions
  if (isSame(theirs, base) || isSame(theirs, mine)) return []
  if (listOf(mine) && listOf(theirs))
    return changedInLists(
      path,
      inEach(versions, (list) => listOf(list) ?? []),
    )
  if (!isGroup(mine) && !isGroup(theirs)) return [{ path, there: theirs, isKept: !isSame(mine, base) }]
  const groups = inEach(versions, (group) => (isGroup(group) ? group : {}))
  return Object.keys({ ...groups.base, ...groups.mine, ...groups.theirs }).flatMap((name) =>
    changedIn(
      path === '' ? name : `${path}.${name}`,
      inEach(groups, (group) => group[name]),
    ),
  )
}

/** Someone who was added or removed there is one change. */
function changedInLists(path: string, lists: Versions<readonly Listed[]>): ElsewhereChange[] {
  const { mine, merged } = lists
  const isRemoved = mine.some(({ id }) => !find(merged, id))
  const changed = merged.flatMap(({ id }, index) => {
    const versions = inEach(lists, (list) => find(list, id))
    const place = `${path}.${index}`
    if (!versions.theirs) return []
    return versions.mine
      ? changedIn(place, versions)
      : [{ path: place, there: versions.theirs, isKept: false }]
  })
  return isRemoved ? [{ path, there: undefined, isKept: false }, ...changed] : changed
}

function inEach<Part, Result>(
  { base, mine, theirs, merged }: Versions<Part>,
  of: (part: Part) => Result,
): Versions<Result> {
  return { base: of(base), mine: of(mine), theirs: of(theirs), merged: of(merged) }
}

/** In the other device's order, with those added here at the end. */
function joinedLists(base: readonly Listed[], mine: readonly Listed[], theirs: readonly Listed[]): unknown[] {
  const ids = new Set([...theirs, ...mine].map(({ id }) => id))
  return [...ids]
    .map((id) => joined(find(base, id), find(mine, id), find(theirs, id)))
    .filter((entry) => entry !== undefined)
}

function find(list: readonly Listed[], id: string): Listed | undefined {
  return list.find((entry) => entry.id === id)
}

function isSame(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]))
  }
  if (!isGroup(left) || !isGroup(right)) return left === right
  return Object.keys({ ...left, ...right }).every((name) => isSame(left[name], right[name]))
}

type Group = Readonly<Record<string, unknown>>
type Listed = Group & { id: string }

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** People by id; an absent list counts as empty. Null if it isn't a list. */
function listOf(value: unknown): readonly Listed[] | null {
  if (value === undefined) return []
  return Array.isArray(value) && value.every(isListed) ? value : null
}

function isListed(value: unknown): value is Listed {
  return isGroup(value) && typeof value.id === 'string'
}
