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

const LocalSecrets = z.object({ documentKey: z.string(), captchaKey: z.string(), identity: EmbeddedSecrets })
type LocalSecrets = z.infer<typeof LocalSecrets>

/** The keys of an installation, ready for use, each list newest first. */
export interface MasterKeys {
  /** They wrap the keys of stored files, and those of values in rows are derived from them. */
  documents: readonly MasterKey[]
  /** They sign checkpoints of the audit log. */
  checkpoints: readonly MasterKey[]
}

/** Whether a KMS that does not answer is asked again and again, as at a start, or twice. */
interface Patience {
  isPatient: boolean
}

type KeyConfig = Pick<Config, 'documentKeys' | 'checkpoints' | 'kms' | 'production'>

/**
 * Opens the keys of an installation, once: a wrapped one by its KMS (security R47); `secrets` are those of a deployment that
 * configures none. Where there is no key for checkpoints, one is made of that of documents: it is outside the database in any
 * case. Throws a sentence where one can't be opened.
 */
export async function masterKeys(
  config: KeyConfig,
  secrets: LocalSecrets | undefined,
  patience?: Patience,
): Promise<MasterKeys> {
  const { documentKeys, checkpoints } = config
  const documents = documentKeys
    ? await openKeys('DOCUMENT_KEYS', documentKeys, config, patience)
    : [{ id: 'local', key: Buffer.from(secrets?.documentKey ?? '', 'base64') }]
  return {
    documents,
    checkpoints: checkpoints.keys
      ? await openKeys('CHECKPOINT_KEYS', checkpoints.keys, config, patience)
      : documents.map(derivedSecret),
  }
}

/** Opens the keys of one variable, a few times where the KMS does not answer. Throws a sentence. */
export async function openKeys(
  variable: 'DOCUMENT_KEYS' | 'CHECKPOINT_KEYS',
  settings: readonly KeySetting[],
  { kms, production }: Pick<KeyConfig, 'kms' | 'production'>,
  { isPatient }: Patience = { isPatient: true },
): Promise<MasterKey[]> {
  const opened = await Promise.all(
    settings.map(async (setting) => {
      if (!isWrapped(setting)) return setting
      // Amazon's client is loaded only where it serves.
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
 * The secrets of a deployment that configures none: made at the first start and kept in the data folder, readable by
 * its owner alone, so that nothing fixed ships with the product (security R4, R63). The caller holds the folder's lock.
 */
export async function localSecrets(dataDir: string): Promise<LocalSecrets> {
  const file = join(dataDir, 'secrets.json')
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (kept !== undefined) return LocalSecrets.parse(JSON.parse(kept))
  const made: LocalSecrets = {
    documentKey: randomBytes(32).toString('base64'),
    captchaKey: randomBytes(32).toString('base64url'),
    identity: await newEmbeddedSecrets(),
  }
  // Whole or not at all: half a file of keys would lock every document away.
  await writeFile(`${file}.new`, JSON.stringify(made), { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return made
}
