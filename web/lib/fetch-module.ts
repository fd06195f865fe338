/** A module of the page's own that could not be fetched, neither at once nor the second time. */
export class ModuleNotLoaded extends Error {
  /** The server answers and no longer has it: a newer version of the pages has taken its place. */
  readonly isGone: boolean

  constructor(cause: unknown, isGone: boolean) {
    super('A part of the page could not be loaded.', { cause })
    this.name = 'NotLoaded'
    this.isGone = isGone
  }
}

const GONE = 404

/**
 * Loads a module by its `import()`, and once more when it could not be fetched: under a fresh address, since a browser
 * may remember that the first one failed. Throws NotLoaded.
 */
export async function fetchModule<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load()
  } catch (error) {
    // Browsers name the address in their message; one that does not also forgets that it failed.
    const [url] = /https?:\S+\.js\b/.exec(String(error)) ?? []
    try {
      return await (url ? (import(/* @vite-ignore */ `${url}?${Date.now()}`) as Promise<M>) : load())
    } catch (cause) {
      throw new ModuleNotLoaded(cause, await isGone(url))
    }
  }
}

async function isGone(url: string | undefined): Promise<boolean> {
  if (!url) return false
  return fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === GONE,
    () => false,
  )
}
