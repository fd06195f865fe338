import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EmbeddedSecrets, newEmbeddedSecrets } from '#server/platform/identity/embedded/secrets.ts'

const LocalSecrets = z.object({ documentKey: z.string(), captchaKey: z.string(), identity: EmbeddedSecrets })
export type LocalSecrets = z.infer<typeof LocalSecrets>

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
