import { randomBytes } from 'node:crypto'
import { readKms } from '#server/config.ts'
import { filesByKey, rewrapKeys } from '#server/features/operations/housekeeping/rewrap-keys.ts'
import { sealFields } from '#server/features/operations/housekeeping/seal-fields.ts'
import { beginSealing } from '#server/platform/database/installation.ts'
import { isKeyId } from '#server/platform/keys/key-setting.ts'
import { type Command, counted, type InspectingCommand, refuseMore, WrongArguments } from './command.ts'
import { installedFields } from './installation.ts'

/** Wraps every file's key with the newest of DOCUMENT_KEYS, which the schedule does at night. */
export const rewrap: Command = {
  usage: [
    ['rewrap-keys', 'wrap the key of every file with the first of DOCUMENT_KEYS, and encrypt rows with it'],
  ],
  parse: (words) => {
    refuseMore(words)
    return async ({ config, database, openFiles }) => {
      const files = await openFiles()
      try {
        await beginSealing(database, { despite: true })
        let sum = 0
        const onBatch = (rewrapped: number) => {
          sum += rewrapped
          console.log(`Rewrapped: ${counted(sum, 'key')}.`)
        }
        const { rewrapped, faults } = await rewrapKeys({ database, files }, { onBatch })
        const { sealed, faults: altered } = await sealFields({
          database,
          fields: await installedFields({ config }),
        })
        const left = (await filesByKey(database)).map(({ key, files }) => `${key} ${files}`)
        return {
          says: `Rewrapped: ${counted(rewrapped, 'key')}. Encrypted: ${counted(sealed, 'row')}. Files by key: ${left.join(', ') || 'none'}.`,
          faults: [...faults, ...altered],
        }
      } finally {
        await files.close()
      }
    }
  },
}

/** Generates a key for DOCUMENT_KEYS and CHECKPOINT_KEYS, before anything else needs to be configured. */
export const makeKey: InspectingCommand = {
  usage: [
    [
      'make-key ID',
      'make a key for DOCUMENT_KEYS or CHECKPOINT_KEYS, wrapped by the KMS of KMS_URL if that is set',
    ],
  ],
  inspect: ([id, ...more]) => {
    if (!id) throw new WrongArguments('Give the key an id, such as k2.')
    if (!isKeyId(id))
      throw new WrongArguments(
        `“${id}” is no id of a key: 40 letters, digits, dashes and underscores at most.`,
      )
    refuseMore(more)
    return async () => ({ says: `${id}:${await newKey(id)}`, isSound: true })
  },
}

async function newKey(id: string): Promise<string> {
  const [kms] = readKms()
  if (!kms) return randomBytes(32).toString('base64')
  const { makeAtKms } = await import('#server/platform/keys/kms-keys.ts')
  return `kms:${(await makeAtKms(kms, id)).toString('base64')}`
}
