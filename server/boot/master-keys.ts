import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { MasterKey } from '#server/platform/files/envelope.ts'
import { EmbeddedSecrets, newEmbeddedSecrets } from '#server/platform/identity/embedded/secrets.ts'
import { isWrapped, type KeySetting } from '#server/platform/keys/key-setting.ts'
import { derivedSecret } from '#server/platform/ledger/checkpoint.ts'
import { weakKeys } from './config-production.ts'

/** The id of the key that is generated if DOCUMENT_KEYS isn't set. */
export const LOCAL_KEY = 'local'

const LocalSecrets = z.object({ documentKey: z.string(), captchaKey: z.string(), identity: EmbeddedSecrets })
type LocalSecrets = z.infer<typeof LocalSecrets>

/** An installation's keys, ready for use, each list newest first. */
export interface MasterKeys {
  /** Wrap the keys of stored files; the keys for values of rows are derived from them. */
  documents: readonly MasterKey[]
  /** Sign the audit log's checkpoints. */
  checkpoints: readonly MasterKey[]
}

/** Whether to retry a silent KMS for long, as at a start, or only once. */
interface Patience {
  isPatient: boolean
}

type KeyConfig = Pick<Config, 'documentKeys' | 'checkpoints' | 'kms' | 'production'>

/**
 * Opens an installation's keys, once: a wrapped one with its KMS (security R47); `secrets` are those of a
 * deployment that configures none. Without a key for checkpoints one is derived from the documents', which is
 * outside the database in any case. Throws a sentence if one can't be opened.
 */
export async function masterKeys(
  config: KeyConfig,
  secrets: LocalSecrets | undefined,
  patience?: Patience,
): Promise<MasterKeys> {
  const { checkpoints } = config
  const documents = await documentKeys(config, secrets, patience)
  return {
    documents,
    checkpoints: checkpoints.keys
      ? await openKeys('CHECKPOINT_KEYS', checkpoints.keys, config, patience)
      : documents.map(derivedSecret),
  }
}

/** Opens the documents' keys alone. Throws a sentence if one can't be opened. */
export async function documentKeys(
  config: Pick<KeyConfig, 'documentKeys' | 'kms' | 'production'>,
  secrets: LocalSecrets | undefined,
  patience?: Patience,
): Promise<MasterKey[]> {
  return config.documentKeys
    ? openKeys('DOCUMENT_KEYS', config.documentKeys, config, patience)
    : [{ id: LOCAL_KEY, key: Buffer.from(secrets?.documentKey ?? '', 'base64') }]
}

/** Opens the keys of one variable, retrying if the KMS doesn't answer. Throws a sentence. */
export async function openKeys(
  variable: 'DOCUMENT_KEYS' | 'CHECKPOINT_KEYS',
  settings: readonly KeySetting[],
  { kms, production }: Pick<KeyConfig, 'kms' | 'production'>,
  { isPatient }: Patience = { isPatient: true },
): Promise<MasterKey[]> {
  const opened = await Promise.all(
    settings.map(async (setting) => {
      if (!isWrapped(setting)) return setting
      // Amazon's client is loaded only if it is used.
      const { openAtKms, PATIENT_TRIES, QUICK_TRIES } = await import('#server/platform/keys/kms-keys.ts')
      const tries = isPatient ? PATIENT_TRIES : QUICK_TRIES
      return { id: setting.id, key: await openAtKms(kms, setting, { variable, tries }) }
    }),
  )
  const odd = opened.find(({ key }) => key.length !== 32)
  if (odd) throw new Error(`The key ${odd.id} in ${variable} has ${odd.key.length} bytes, expected 32.`)
  const [weak] = production ? weakKeys(variable, opened) : []
  if (weak) throw new Error(weak)
  return opened
}

/**
 * The secrets of a deployment that configures none: generated at the first start and kept in the data folder,
 * readable by its owner only, so that nothing fixed ships with the product (security R4, R63). The caller must
 * hold the folder's lock.
 */
export async function localSecrets(dataDir: string): Promise<LocalSecrets> {
  const kept = await storedSecrets(dataDir)
  if (kept) return kept
  const file = fileOf(dataDir)
  const made: LocalSecrets = {
    documentKey: randomBytes(32).toString('base64'),
    captchaKey: randomBytes(32).toString('base64url'),
    identity: await newEmbeddedSecrets(),
  }
  // Written completely or not at all: half a key file would make every document unreadable.
  await writeFile(`${file}.new`, JSON.stringify(made), { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return made
}

/** The same secrets if a start has generated them; none are made. */
export async function storedSecrets(dataDir: string): Promise<LocalSecrets | undefined> {
  const kept = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return kept === undefined ? undefined : LocalSecrets.parse(JSON.parse(kept))
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}
