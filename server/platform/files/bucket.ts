/** A bucket, and the prefix of the object names that this product may use in it. */
export interface Bucket {
  name: string
  /** Empty, or ends with a slash. */
  prefix: string
  region: string
  /** For S3-compatible services; Amazon's endpoint if undefined. */
  endpoint: string | undefined
  /** If undefined, the SDK's default sources are used: environment, container, instance. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/**
 * Parses `s3://[KEY:SECRET@]BUCKET[/PREFIX]?region=REGION[&endpoint=URL]`; undefined if the text has another
 * form.
 */
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
