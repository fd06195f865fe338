type Kind = 'local' | 'session'

/** The stored text with this name, or null; also null if storage is blocked. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return storageOf(kind).getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; false if storage is blocked or full, in which case the page continues without it. */
export function writeStored(kind: Kind, key: string, value: string): boolean {
  try {
    storageOf(kind).setItem(key, value)
    return true
  } catch {
    // Nothing in the product depends on browser storage.
    return false
  }
}

/** Removes the texts with these names. */
export function removeStored(kind: Kind, ...keys: string[]): void {
  try {
    for (const key of keys) storageOf(kind).removeItem(key)
  } catch {
    // Blocked storage contains nothing of ours.
  }
}

/** The names of everything stored. */
export function storedKeys(kind: Kind): string[] {
  try {
    return Object.keys(storageOf(kind))
  } catch {
    return []
  }
}

// If storage is blocked, merely accessing it throws.
function storageOf(kind: Kind): Storage {
  return kind === 'local' ? localStorage : sessionStorage
}
