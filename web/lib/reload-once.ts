const FLAG = 'reloaded_for_missing_chunk'

/** Wraps a dynamic import: when its file is gone after a deploy, the page reloads once before the error shows. */
export function reloadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    try {
      const loaded = await load()
      sessionStorage.removeItem(FLAG)
      return loaded
    } catch (error) {
      if (sessionStorage.getItem(FLAG)) throw error
      sessionStorage.setItem(FLAG, '1')
      window.location.reload()
      return new Promise<never>(() => {})
    }
  }
}
