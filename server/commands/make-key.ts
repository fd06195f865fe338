import { randomBytes } from 'node:crypto'
import { readKms } from '#server/config.ts'
import { isKeyId } from '#server/platform/keys/key-setting.ts'
import type { InspectingCommand } from './command.ts'

/** Makes a key as DOCUMENT_KEYS and CHECKPOINT_KEYS take it, before anything else has to be configured. */
export const makeKey: InspectingCommand = {
  usage: [
    [
      'make-key ID',
      'make a key for DOCUMENT_KEYS or CHECKPOINT_KEYS, wrapped by the KMS of KMS_URL if that is set',
    ],
  ],
  inspect: ([id, ...more]) =>
    id && isKeyId(id) && more.length === 0
      ? async () => ({ says: `${id}:${await newKey(id)}`, isSound: true })
      : undefined,
}

async function newKey(id: string): Promise<string> {
  const [kms] = readKms()
  if (!kms) return randomBytes(32).toString('base64')
  const { makeAtKms } = await import('#server/platform/keys/kms-keys.ts')
  return `kms:${(await makeAtKms(kms, id)).toString('base64')}`
}
