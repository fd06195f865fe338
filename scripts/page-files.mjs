import { basename } from 'node:path'

/**
 * What a request costs beside its own bytes: so many bytes of source, which are a sixth of that over the line. With more, the
 * administration loads too much in vain (performance P4).
 */
const REQUEST = 16_000
/** How much more often the pages are opened that people wait for (performance P12) than a part of any other. */
const AWAITED = 100
/** Those pages, each by its address and the parts that it loads together; the last parts come with every page. */
const AWAITED_PAGES = [
  {
    path: '/onboarding/consumer',
    parts: /features\/onboarding\/(onboarding-layout|consumer\/consumer-page)\./,
  },
  { path: '/', parts: /(features\/shell\/app-layout|pages\/own-home)\./ },
  { path: '/admin/users/$id/desk', parts: /features\/(shell\/admin-layout|review\/desk\/desk-page)\./ },
  { path: '/admin/dashboard', parts: /(features\/shell\/admin-layout|pages\/dashboard-page)\./ },
  { parts: /(features\/shell\/watch|site\/cookies\/cookie-notice)\./ },
]

/** Of the administration, of which applicants are sent nothing (performance P4). */
export const ADMINISTRATION =
  /(^|web\/)(features\/(audit|directory|operations|review|roles|screening|invoices\/staff)\/|features\/shell\/admin-layout\.|pages\/(controls-tab|dashboard-page|staff-home|user-page)\.)/

/**
 * Says for each module of the client in which file it comes: a module that several lazily loaded parts use comes in a file with
 * what the same parts use, and files are joined as long as a request spared is worth more than what someone loads in vain.
 * `moduleInfo` is the bundler's `getModuleInfo`, `entry` the first module's id. Returns a function from a module's id to the
 * name of its file, or null where it stays with the part that alone uses it.
 */
export function fileOfModule(entry, moduleInfo) {
  const first = withImports(entry, moduleInfo)
  const groups = joined(groupsByUse(entry, moduleInfo, first))
  const names = new Map()
  const taken = new Set()
  for (const [place, { modules }] of groups.entries()) {
    const own = nameOf(modules)
    // The first file names all of them, so that a figure is there only where it tells two apart.
    const name = taken.has(own) ? `${own}-${place}` : own
    taken.add(own)
    for (const { id } of modules) names.set(id, name)
  }
  // What the first file could hold and doesn't use comes in one of its own.
  return (id) => (first.has(id) ? 'later' : (names.get(id) ?? null))
}

/** The largest of them that has a name of its own. */
function nameOf(modules) {
  const bySize = modules.toSorted((a, b) => b.size - a.size)
  return bySize.map(({ id }) => basename(id).replace(/\..*/, '')).find((name) => name !== 'index') ?? 'shared'
}

/**
 * The scripts that each page of `AWAITED_PAGES` loads after the first ones, by the page's path in the build of `manifest`: what
 * a browser may be told of with the document (performance P13).
 */
export function preloadsOf(manifest) {
  const first = new Set(scriptsOf(manifest, ['index.html']))
  return Object.fromEntries(
    AWAITED_PAGES.filter(({ path }) => path).map(({ path, parts }) => {
      const modules = Object.keys(manifest).filter((module) => parts.test(module))
      return [path, scriptsOf(manifest, modules).filter((file) => !first.has(file))]
    }),
  )
}

/** The script files that a browser loads for these modules: their chunks and all that those import statically. */
export function scriptsOf(manifest, modules) {
  return [...chunksOf(manifest, modules)]
    .map((key) => manifest[key].file)
    .filter((file, index, files) => file.endsWith('.js') && files.indexOf(file) === index)
}

/** The keys of `manifest` for these modules and all that they import statically. */
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

/** One group for each set of lazily loaded parts that share modules, with the groups that its modules import. */
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

/** Joins the two groups that gain most, again and again, until no two gain. */
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

/** Bytes that all parts together spare when both come in one file, what is loaded in vain taken off. */
function gainOf(a, b) {
  const both = a.users.intersection(b.users)
  if (both.size === 0 || isOfAdministration(a) !== isOfAdministration(b)) return 0
  return REQUEST * weightOf(both) - loadedInVain(a, b.users) - loadedInVain(b, a.users)
}

/** Bytes that these parts would load of a group, and of all that it imports, without a use for it. */
function loadedInVain(group, parts) {
  const without = parts.difference(group.users)
  if (without.size === 0) return 0
  return [...withGroups(group)].reduce(
    (sum, { users, size }) => sum + weightOf(without.difference(users)) * size,
    0,
  )
}

/** A group and those that it imports, directly or through others. */
function withGroups(group) {
  const all = new Set([group])
  for (const { imports } of all) for (const imported of imports) all.add(imported)
  return all
}

const isOfAdministration = ({ users }) =>
  [...users].every((part) => isPage(part) || ADMINISTRATION.test(part))

const weightOf = (parts) => [...parts].reduce((sum, part) => sum + (isPage(part) ? AWAITED : 1), 0)

const isPage = (user) => AWAITED_PAGES.includes(user)
const pagesOf = (parts) =>
  new Set(AWAITED_PAGES.filter((page) => [...parts].some((part) => page.parts.test(part))))

/** Whether joining would make two files that import each other: what runs first would then be missing. */
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

/** The ids of a module and of all that it imports, directly or through others. */
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
