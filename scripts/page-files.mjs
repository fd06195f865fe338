import { basename } from 'node:path'

/**
 * The cost of one more request, in bytes of source, which are six times what is transferred. If it were higher,
 * the administration would load too much in vain (performance P4).
 */
const REQUEST = 24_000
/** How much more often the pages that people wait for (performance P12) are opened than any other part. */
const AWAITED = 100
/** Those pages, each by its address and the parts that it loads together; the last parts come with every page. */
const AWAITED_PAGES = [
  {
    path: '/onboarding/consumer',
    parts: ['features/onboarding/onboarding-layout.', 'features/onboarding/consumer/consumer-page.'],
  },
  { path: '/', parts: ['features/shell/app-layout.', 'pages/own-home.'] },
  {
    path: '/admin/users/$id/desk',
    parts: ['features/shell/admin-layout.', 'features/review/desk/desk-page.'],
  },
  { path: '/admin/dashboard', parts: ['features/shell/admin-layout.', 'pages/dashboard-page.'] },
  { parts: ['features/shell/watch.', 'shared/site/cookies/cookie-notice.'] },
]

/** The administration, none of which is sent to applicants (performance P4). */
const ADMINISTRATION = [
  ...['audit', 'directory', 'operations', 'review', 'roles', 'screening', 'invoices/staff'].map(
    (subject) => `features/${subject}/`,
  ),
  'features/shell/admin-layout.',
  ...['controls-tab', 'dashboard-page', 'staff-home', 'user-page'].map((page) => `pages/${page}.`),
]

/** How the paths of these modules start, below `web/`. A test checks that each leads to a file. */
export const NAMED_PARTS = [...ADMINISTRATION, ...AWAITED_PAGES.flatMap(({ parts }) => parts)]

/** Whether a module, by its path in the manifest or its id in the bundler, is one of these parts. */
const isAmong = (parts, module) =>
  parts.some((part) => module.startsWith(part) || module.includes(`/web/${part}`))

export const isAdministration = (module) => isAmong(ADMINISTRATION, module)

/**
 * Decides which file each module of the client goes into: modules used by the same lazily loaded parts share a
 * file, and files are joined as long as the request saved is worth more than what is loaded in vain.
 * `moduleInfo` is the bundler's `getModuleInfo`, `entry` the first module's id. Returns a function from a
 * module's id to the name of its file, or null if it stays with the only part that uses it.
 */
export function fileOfModule(entry, moduleInfo) {
  const first = withImports(entry, moduleInfo)
  const groups = joined(groupsByUse(entry, moduleInfo, first))
  const names = new Map()
  const taken = new Set()
  for (const [place, { modules }] of groups.entries()) {
    const own = nameOf(modules)
    // The entry file contains all of these names, so a number is added only where two would be equal.
    const name = taken.has(own) ? `${own}-${place}` : own
    taken.add(own)
    for (const { id } of modules) names.set(id, name)
  }
  // Modules that the entry imports but doesn't use itself get a file of their own.
  return (id) => (first.has(id) ? 'later' : (names.get(id) ?? null))
}

/** The name of the largest module that isn't called index. */
function nameOf(modules) {
  const bySize = modules.toSorted((a, b) => b.size - a.size)
  return bySize.map(({ id }) => basename(id).replace(/\..*/, '')).find((name) => name !== 'index') ?? 'shared'
}

/**
 * Returns the scripts that each page of `AWAITED_PAGES` loads after the first ones, by the page's path in the
 * build of `manifest`, so that the document can preload them (performance P13).
 */
export function preloadsOf(manifest) {
  const first = new Set(scriptsOf(manifest, ['index.html']))
  return Object.fromEntries(
    AWAITED_PAGES.filter(({ path }) => path).map(({ path, parts }) => {
      const modules = Object.keys(manifest).filter((module) => isAmong(parts, module))
      return [path, scriptsOf(manifest, modules).filter((file) => !first.has(file))]
    }),
  )
}

/**
 * Returns the script files that a browser loads for these modules: their chunks and everything that those
 * import statically.
 */
export function scriptsOf(manifest, modules) {
  return [...chunksOf(manifest, modules)]
    .map((key) => manifest[key].file)
    .filter((file, index, files) => file.endsWith('.js') && files.indexOf(file) === index)
}

/** Returns the keys of `manifest` for these modules and everything that they import statically. */
export function chunksOf(manifest, modules) {
  const keys = new Set()
  const visit = (key) => {
    if (!manifest[key] || keys.has(key)) return
    keys.add(key)
    for (const imported of manifest[key].imports ?? []) visit(imported)
  }
  for (const module of modules) visit(module)
  return keys
}

/**
 * Returns one group for each set of lazily loaded parts that share modules, with the groups that its modules
 * import.
 */
function groupsByUse(entry, moduleInfo, first) {
  const users = new Map()
  const loadedLater = [...everyModule(entry, moduleInfo)].flatMap(
    (id) => moduleInfo(id)?.dynamicallyImportedIds ?? [],
  )
  const parts = [...new Set(loadedLater).difference(first)].sort()
  for (const part of parts)
    for (const id of withImports(part, moduleInfo)) if (!first.has(id)) add(users, id, part)
  const groups = new Map()
  const groupOf = new Map()
  for (const [id, of] of users) {
    if (of.size === 1) continue
    const key = [...of].join('\0')
    const group = groups.get(key) ?? {
      users: of.union(pagesOf(of)),
      modules: [],
      size: 0,
      imports: new Set(),
    }
    groups.set(key, group)
    groupOf.set(id, group)
    const size = moduleInfo(id)?.code?.length ?? 0
    group.modules.push({ id, size })
    group.size += size
  }
  for (const [id, group] of groupOf)
    for (const imported of moduleInfo(id)?.importedIds ?? []) {
      const other = groupOf.get(imported)
      if (other && other !== group) group.imports.add(other)
    }
  return [...groups.values()]
}

/** Joins the two groups that gain most, repeatedly, until no two gain. */
function joined(groups) {
  for (;;) {
    const pairs = groups
      .flatMap((a, place) => groups.slice(place + 1).map((b) => ({ a, b, gain: gainOf(a, b) })))
      .filter(({ gain }) => gain > 0)
      .sort((x, y) => y.gain - x.gain)
    const best = pairs.find(({ a, b }) => !leadsThroughOthers(a, b) && !leadsThroughOthers(b, a))
    if (!best) return groups
    const { a, b } = best
    a.modules.push(...b.modules)
    a.size += b.size
    a.users = a.users.union(b.users)
    a.imports = a.imports.union(b.imports)
    groups.splice(groups.indexOf(b), 1)
    for (const { imports } of groups) if (imports.delete(b)) imports.add(a)
    a.imports.delete(a)
    for (const group of withGroups(a)) group.users = group.users.union(a.users)
  }
}

/** The bytes that all parts together save if both groups are in one file, minus what is then loaded in vain. */
function gainOf(a, b) {
  const both = a.users.intersection(b.users)
  if (both.size === 0 || isOfAdministration(a) !== isOfAdministration(b)) return 0
  return REQUEST * weightOf(both) - loadedInVain(a, b.users) - loadedInVain(b, a.users)
}

/** The bytes of a group, and of everything that it imports, that these parts would load without needing them. */
function loadedInVain(group, parts) {
  const without = parts.difference(group.users)
  if (without.size === 0) return 0
  return [...withGroups(group)].reduce(
    (sum, { users, size }) => sum + weightOf(without.difference(users)) * size,
    0,
  )
}

/** A group and the groups that it imports, directly or through others. */
function withGroups(group) {
  const all = new Set([group])
  for (const { imports } of all) for (const imported of imports) all.add(imported)
  return all
}

const isOfAdministration = ({ users }) => [...users].every((part) => isPage(part) || isAdministration(part))

const weightOf = (parts) => [...parts].reduce((sum, part) => sum + (isPage(part) ? AWAITED : 1), 0)

const isPage = (user) => AWAITED_PAGES.includes(user)
const pagesOf = (parts) =>
  new Set(AWAITED_PAGES.filter((page) => [...parts].some((part) => isAmong(page.parts, part))))

/** Whether joining would make two files that import each other: the one that runs first would then miss an import. */
function leadsThroughOthers(from, to) {
  const seen = new Set([from])
  const next = [...from.imports].filter((group) => group !== to)
  for (const group of next) {
    if (seen.has(group)) continue
    seen.add(group)
    if (group.imports.has(to)) return true
    next.push(...group.imports)
  }
  return false
}

/** Returns the ids of a module and everything that it imports, directly or through others. */
function withImports(id, moduleInfo, importsOf = (info) => info.importedIds) {
  const seen = new Set([id])
  for (const module of seen) {
    const info = moduleInfo(module)
    if (info) for (const imported of importsOf(info)) seen.add(imported)
  }
  return seen
}

const everyModule = (entry, moduleInfo) =>
  withImports(entry, moduleInfo, (info) => [...info.importedIds, ...info.dynamicallyImportedIds])

function add(sets, key, value) {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}
