import { openKeys } from '#server/boot/master-keys.ts'
import type { Config } from '#server/config.ts'
import { isWrapped } from '#server/platform/keys/key-setting.ts'
import { type Finding, findingsOf } from './finding.ts'

/** Looks whether the KMS opens the keys that it has wrapped, and whether it wraps the one that new files get. */
export async function inspectKeys(config: Config): Promise<Finding[]> {
  const { found, ok, note, wrong } = findingsOf('Keys')
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
  return found
}
