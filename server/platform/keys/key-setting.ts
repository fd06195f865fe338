import type { MasterKey } from '#server/platform/files/envelope.ts'

/** A master key that is configured as a KMS has wrapped it. */
export interface WrappedMasterKey {
  id: string
  wrapped: Buffer
}

/** A master key as it is configured, `id:base64` or `id:kms:base64`. */
export type KeySetting = MasterKey | WrappedMasterKey

const ID = /^[\w-]{1,40}$/
const KEY_BYTES = 32
/** The most that Amazon's KMS takes. */
const MOST_WRAPPED_BYTES = 6144

/** Reads one key; undefined where it does not read so. */
export function keySettingOf(text: string): KeySetting | undefined {
  const [id = '', first = '', second = ''] = text.split(':')
  if (!isKeyId(id)) return undefined
  if (first === 'kms') {
    const wrapped = Buffer.from(second, 'base64')
    return wrapped.length > KEY_BYTES && wrapped.length <= MOST_WRAPPED_BYTES ? { id, wrapped } : undefined
  }
  const key = Buffer.from(first, 'base64')
  return key.length === KEY_BYTES ? { id, key } : undefined
}

export function isKeyId(text: string): boolean {
  return ID.test(text)
}

export function isPlain(setting: KeySetting): setting is MasterKey {
  return !isWrapped(setting)
}

export function isWrapped(setting: KeySetting): setting is WrappedMasterKey {
  return 'wrapped' in setting
}
