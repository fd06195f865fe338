/** A module of the page that couldn't be fetched, even on a second attempt. */
export class ModuleNotLoaded extends Error {
  /** The server answers but doesn't have it any more: a newer version of the pages has replaced it. */
  readonly isGone: boolean

  constructor(cause: unknown, isGone: boolean) {
    super('A part of the page could not be loaded.', { cause })
    this.name = 'ModuleNotLoaded'
    this.isGone = isGone
  }
}

const GONE = 404
const ALIVE = '/api/health/live'

/**
 * Loads a module by its `import()`, and on failure once more under another URL, because a browser may remember
 * the failure. Throws ModuleNotLoaded.
 */
export async function fetchModule<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load()
  } catch (error) {
    // Browsers name the URL in their message; one that doesn't doesn't remember the failure either.
    const [url] = /https?:\S+\.js\b/.exec(String(error)) ?? []
    try {
      return await (url ? (import(/* @vite-ignore */ `${url}?${Date.now()}`) as Promise<M>) : load())
    } catch (cause) {
      throw new ModuleNotLoaded(cause, await isGone(url))
    }
  }
}

/**
 * The same, but only while the server answers: a browser remembers a failed import for each script it led to, and the
 * module would stay away until a reload. Throws what fetch throws, too.
 */
export async function fetchModuleOnLine<M>(load: () => Promise<M>): Promise<M> {
  await fetch(ALIVE, { method: 'HEAD', cache: 'no-store' })
  return fetchModule(load)
}

async function isGone(url: string | undefined): Promise<boolean> {
  if (!url) return false
  return fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === GONE,
    () => false,
  )
}
