import { filesByKey, rewrapKeys } from '#server/features/operations/housekeeping/rewrap-keys.ts'
import { sealFields } from '#server/features/operations/housekeeping/seal-fields.ts'
import { beginSealing } from '#server/platform/database/installation.ts'
import type { Command } from './command.ts'
import { installedFields } from './installation.ts'

/** Wraps every file's key with the newest of DOCUMENT_KEYS, which the schedule does by night. */
export const rewrap: Command = {
  usage: [
    ['rewrap-keys', 'wrap the key of every file with the first of DOCUMENT_KEYS, and encrypt rows with it'],
  ],
  parse: (words) =>
    words.length === 0
      ? async ({ config, database, openFiles }) => {
          const files = await openFiles()
          try {
            await beginSealing(database, { despite: true })
            let sum = 0
            const onBatch = (rewrapped: number) => {
              sum += rewrapped
              console.log(`${sum} keys are rewrapped.`)
            }
            const { rewrapped, faults } = await rewrapKeys({ database, files }, { onBatch })
            const { sealed, faults: altered } = await sealFields({
              database,
              fields: await installedFields({ config }),
            })
            const left = (await filesByKey(database)).map(({ key, files }) => `${key} ${files}`)
            return {
              says: `${rewrapped} keys were rewrapped and ${sealed} rows encrypted. Files by key: ${left.join(', ') || 'none'}.`,
              faults: [...faults, ...altered],
            }
          } finally {
            await files.close()
          }
        }
      : undefined,
}
