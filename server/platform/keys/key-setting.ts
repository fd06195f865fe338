import type { MasterKey } from '#server/platform/files/envelope.ts'

/** Parsed by hand, because Amazon's key names contain colons, which no host does. */
const ADDRESS = /^kms:\/\/(?:([^:@/?]+):([^@?]+)@)?([\w:/-]{1,2048})\?(.+)$/

/** A configured master key, wrapped by a KMS. */
export interface WrappedMasterKey {
  id: string
  wrapped: Buffer
}

/** A master key as configured, `id:base64` or `id:kms:base64`. */
export type KeySetting = MasterKey | WrappedMasterKey

const ID = /^[\w-]{1,40}$/
const KEY_BYTES = 32
/** The most that Amazon's KMS accepts. */
const MOST_WRAPPED_BYTES = 6144

/** Parses one key; undefined if the text has another form. */
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

/** Whether a text may be a key’s id: 40 letters, digits, dashes and underscores at most. */
export function isKeyId(text: string): boolean {
  return ID.test(text)
}

/** Whether the configuration holds the key itself. */
export function isPlain(setting: KeySetting): setting is MasterKey {
  return !isWrapped(setting)
}

/** Whether the configuration holds the key as a key management service has encrypted it. */
export function isWrapped(setting: KeySetting): setting is WrappedMasterKey {
  return 'wrapped' in setting
}

/** A key at a key management service with Amazon's interface, which unwraps the master keys that it has wrapped. */
export interface Kms {
  /** Its id, ARN or alias. */
  keyId: string
  region: string
  /** For compatible services; Amazon's endpoint if undefined. */
  endpoint: string | undefined
  /** If undefined, the SDK's default sources are used: environment, container, instance. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Parses `kms://[KEY:SECRET@]KEY-ID?region=REGION[&endpoint=URL]`; undefined if the text has another form. */
export function kmsOf(text: string): Kms | undefined {
  const [, accessKeyId, secret, keyId, rest] = ADDRESS.exec(text) ?? []
  const parameters = new URLSearchParams(rest)
  const region = parameters.get('region')
  const endpoint = parameters.get('endpoint') ?? undefined
  if (!keyId || !region) return undefined
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return undefined
  try {
    return {
      keyId,
      region,
      endpoint,
      credentials:
        accessKeyId && secret
          ? { accessKeyId: decodeURIComponent(accessKeyId), secretAccessKey: decodeURIComponent(secret) }
          : undefined,
    }
  } catch {
    // A percent sign that encodes nothing.
    return undefined
  }
}

/** The URL that its calls go to. */
export function addressOf({ endpoint, region }: Kms): string {
  return endpoint ?? `https://kms.${region}.amazonaws.com`
}
