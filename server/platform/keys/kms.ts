/** A key at a key management service with Amazon's interface, which opens the master keys that it has wrapped. */
export interface Kms {
  /** Its id, its ARN or its alias. */
  keyId: string
  region: string
  /** Of compatible services; without it the address is Amazon's. */
  endpoint: string | undefined
  /** Without them the SDK looks where it always does: environment, container, instance. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** By hand, because the name of a key at Amazon has colons, which no host has. */
const ADDRESS = /^kms:\/\/(?:([^:@/?]+):([^@?]+)@)?([\w:/-]{1,2048})\?(.+)$/

/** Reads `kms://[KEY:SECRET@]KEY-ID?region=REGION[&endpoint=URL]`; undefined where it does not read so. */
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

/** Where its calls go. */
export function addressOf({ endpoint, region }: Kms): string {
  return endpoint ?? `https://kms.${region}.amazonaws.com`
}
