import { resolve } from 'node:path'
import { documentKeys, openKeys, storedSecrets } from '#server/boot/master-keys.ts'
import { extentOf, keysInUse, storedKeyProblem } from '#server/boot/stored-keys.ts'
import type { Config } from '#server/config.ts'
import type { MasterKey } from '#server/platform/files/envelope.ts'
import { isWrapped } from '#server/platform/keys/key-setting.ts'
import { type Finding, findingsOf } from './finding.ts'
import { fromStored } from './stored.ts'

type Tell = Record<Finding['level'], (says: string) => void>

/**
 * Checks whether the KMS opens the keys that it has wrapped, and wraps the one for new files; and whether the keys
 * open what is stored.
 */
export async function inspectKeys(config: Config): Promise<Finding[]> {
  const { found, ...tell } = findingsOf('Keys')
  await inspectWrapped(config, tell)
  const keys = await keysToOpenWith(config).catch(() => undefined)
  // A key that can't be opened itself is reported above.
  if (keys) await inspectStored(config, keys, tell)
  return found
}

async function inspectWrapped(config: Config, { ok, note, wrong }: Tell): Promise<void> {
  const variables = [
    ['DOCUMENT_KEYS', config.documentKeys ?? []],
    ['CHECKPOINT_KEYS', config.checkpoints.keys ?? []],
  ] as const
  const looks = variables.flatMap(([variable, settings]) =>
    settings.filter(isWrapped).map(async (setting) =>
      openKeys(variable, [setting], config, { isPatient: false }).then(
        () => () => ok(`The KMS opens ${setting.id} in ${variable}.`),
        (error: Error) => () => wrong(error.message),
      ),
    ),
  )
  for (const say of await Promise.all(looks)) say()
  const [newest] = config.documentKeys ?? []
  if (config.kms.length > 0 && !(newest && isWrapped(newest)))
    note(
      'KMS_URL is set, and new documents get a key that no KMS has wrapped: put one of make-key in front of DOCUMENT_KEYS.',
    )
}

/** The documents' keys; none if the first start would generate one. */
async function keysToOpenWith(config: Config): Promise<readonly MasterKey[]> {
  const secrets = config.documentKeys ? undefined : await storedSecrets(resolve(config.dataDir))
  return config.documentKeys || secrets ? documentKeys(config, secrets, { isPatient: false }) : []
}

async function inspectStored(config: Config, keys: readonly MasterKey[], tell: Tell): Promise<void> {
  await fromStored(config, async (database) => {
    for (const key of await keysInUse(database, keys)) {
      const extent = await extentOf(database, key)
      if (key.isOpened) tell.ok(`${key.id} opens what it has encrypted: ${extent}.`)
      else tell.wrong(storedKeyProblem(config, keys, key.id, extent))
    }
  })
}
