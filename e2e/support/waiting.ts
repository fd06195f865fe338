import type { Page } from '@playwright/test'
import { WAITING } from '#web/lib/storage-keys.ts'
import type { WaitingStore } from '#web/lib/waiting-database.ts'

/** Returns how much waits in the page's browser until the server has it. */
export async function waitingCount(page: Page, store: WaitingStore): Promise<number> {
  return (await waiting(page, store)).length
}

/** Returns every byte of it, as characters. */
export async function waitingBytes(page: Page, store: WaitingStore): Promise<string> {
  return (await waiting(page, store)).join(' ')
}

/** Replaces the keys of what waits, as if they were someone else’s. */
export function spoilKeys(page: Page, store: WaitingStore): Promise<void> {
  return page.evaluate(
    ([database, name]) =>
      new Promise<void>((resolve, reject) => {
        const asked = indexedDB.open(database)
        asked.onerror = () => reject(asked.error)
        asked.onsuccess = () => {
          const { result } = asked
          const rows = result.transaction(name, 'readwrite').objectStore(name)
          const all = rows.getAll()
          all.onsuccess = () => {
            for (const row of all.result)
              rows.put({ ...row, sealed: row.sealed.replace(/.{8}$/, 'AAAAAAA=') })
          }
          rows.transaction.oncomplete = () => {
            result.close()
            resolve()
          }
        }
      }),
    [WAITING, store] as const,
  )
}

/** Each thing that waits, with all its bytes as characters. Opening a missing database would create it. */
function waiting(page: Page, store: WaitingStore): Promise<string[]> {
  return page.evaluate(
    async ([database, name]) => {
      if (!(await indexedDB.databases()).some((known) => known.name === database)) return []
      const rows = await new Promise<object[]>((resolve, reject) => {
        const asked = indexedDB.open(database)
        asked.onerror = () => reject(asked.error)
        asked.onsuccess = () => {
          const all = asked.result.transaction(name).objectStore(name).getAll()
          all.onsuccess = () => {
            asked.result.close()
            resolve(all.result)
          }
        }
      })
      const letters = async (value: unknown): Promise<string> => {
        if (value instanceof Blob)
          return `${'name' in value ? value.name : ''}${await letters(await value.arrayBuffer())}`
        if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
          return new TextDecoder('latin1').decode(value)
        if (typeof value !== 'object' || value === null) return String(value)
        return (await Promise.all(Object.entries(value).flat().map(letters))).join(' ')
      }
      return Promise.all(rows.map(letters))
    },
    [WAITING, store] as const,
  )
}
