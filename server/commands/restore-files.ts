import { recordEvent } from '#server/model/audit/record-event.ts'
import { isStorageKey } from '#server/platform/files/file-store.ts'
import type { Command } from './command.ts'

/** Brings files back that a sweep moved to `deleted/`. */
export const restoreFiles: Command = {
  usage: [['restore-files --all | KEY…', 'bring files back that a sweep moved to deleted/']],
  parse: (words) => {
    const isAll = words.length === 1 && words[0] === '--all'
    if (!isAll && (words.length === 0 || !words.every(isStorageKey))) return undefined
    return async ({ database, openFiles, now }) => {
      const files = await openFiles()
      try {
        const wanted = isAll ? await setAsideIn(files.store) : words
        const faults: string[] = []
        for (const key of wanted)
          if (!(await files.store.bringBack(key))) faults.push(`${key}: is not in deleted/`)
        const restored = wanted.length - faults.length
        if (restored > 0)
          await database.transaction((tx) =>
            recordEvent(tx, {
              at: now(),
              type: 'files.restored',
              actor: { kind: 'system' },
              after: { files: restored },
            }),
          )
        return { says: `${restored} of ${wanted.length} files are back in their place.`, faults }
      } finally {
        await files.close()
      }
    }
  },
}

async function setAsideIn(store: { listSetAside(): AsyncIterable<{ key: string }> }): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.listSetAside()) keys.push(key)
  return keys
}
