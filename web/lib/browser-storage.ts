type Kind = 'local' | 'session'

/** What the browser keeps under this name, or null; blocked storage keeps nothing. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return storageOf(kind).getItem(key)
  } catch {
    return null
  }
}

/** Stores a text under this name; false where storage is blocked or full, and then the page continues without it. */
export function writeStored(kind: Kind, key: string, value: string): boolean {
  try {
    storageOf(kind).setItem(key, value)
    return true
  } catch {
    // Nothing of the product depends on what a browser keeps.
    return false
  }
}

/** Lets go of what is kept under these names. */
export function removeStored(kind: Kind, ...keys: string[]): void {
  try {
    for (const key of keys) storageOf(kind).removeItem(key)
  } catch {
    // Blocked storage holds nothing of ours.
  }
}

/** The names of all that is kept. */
export function storedKeys(kind: Kind): string[] {
  try {
    return Object.keys(storageOf(kind))
  } catch {
    return []
  }
}

// Naming the storage is what throws where it is blocked.
function storageOf(kind: Kind): Storage {
  return kind === 'local' ? localStorage : sessionStorage
}
