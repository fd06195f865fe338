import { resolve } from 'node:path'
import { documentKeys, LOCAL_KEY, openKeys, storedSecrets } from '#server/boot/master-keys.ts'
import type { Config } from '#server/config.ts'
import type { MasterKey } from '#server/platform/files/envelope.ts'
import { isWrapped } from '#server/platform/keys/key-setting.ts'
import { type Finding, findingsOf } from './finding.ts'
import { fromStored } from './stored.ts'
import { keysInUse, type StoredKey } from './stored-keys.ts'

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
  const stored = await fromStored(config, (database) => keysInUse(database, keys))
  for (const key of stored ?? []) {
    const { id, isOpened } = key
    if (isOpened) tell.ok(`${id} opens what it has encrypted: ${extentOf(key)}.`)
    else if (keys.some((known) => known.id === id)) tell.wrong(otherKey(config, key))
    else tell.wrong(missingKey(config, key))
  }
}

function extentOf({ files, hasValues }: StoredKey): string {
  const counted = `${files.toLocaleString('en-GB')} ${files === 1 ? 'file' : 'files'}`
  if (files === 0) return 'values of rows'
  return hasValues ? `${counted}, and values of rows` : counted
}

function missingKey(config: Config, key: StoredKey): string {
  const lost = `${key.id} has encrypted ${extentOf(key)}, which no one can open: it`
  if (!config.documentKeys)
    return key.id === LOCAL_KEY
      ? `${lost} isn’t here. Put secrets.json back into ${resolve(config.dataDir)}, or name the folder that has it in DATA_DIR; a start would make another key.`
      : `${lost} isn’t configured. Put it into DOCUMENT_KEYS.`
  return key.id === LOCAL_KEY
    ? `${lost} isn’t in DOCUMENT_KEYS. Add ${LOCAL_KEY}: and the documentKey of secrets.json behind the others.`
    : `${lost} isn’t in DOCUMENT_KEYS. Put it back behind the others.`
}

function otherKey({ documentKeys: configured }: Config, key: StoredKey): string {
  const place = configured ? 'DOCUMENT_KEYS' : 'secrets.json'
  return `${key.id} in ${place} opens nothing of what ${key.id} has encrypted (${extentOf(key)}): it is another key of the same name. Put the former one back${configured ? ', and give a new key a new name' : ''}.`
}
