/** A bucket, and the beginning of the names this product may use in it. */
export interface Bucket {
  name: string
  /** Empty, or ends with a slash. */
  prefix: string
  region: string
  /** Of S3-compatible services; without it the address is Amazon's. */
  endpoint: string | undefined
  /** Without them the SDK looks where it always does: environment, container, instance. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Reads `s3://[KEY:SECRET@]BUCKET[/PREFIX]?region=REGION[&endpoint=URL]`; undefined where it does not read so. */
export function bucketOf(text: string): Bucket | undefined {
  const url = URL.parse(text)
  const region = url?.searchParams.get('region')
  const endpoint = url?.searchParams.get('endpoint') ?? undefined
  if (url?.protocol !== 's3:' || !url.hostname || !region) return undefined
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return undefined
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    name: url.hostname,
    prefix: prefix && `${prefix}/`,
    region,
    endpoint,
    credentials: url.username
      ? {
          accessKeyId: decodeURIComponent(url.username),
          secretAccessKey: decodeURIComponent(url.password),
        }
      : undefined,
  }
}
