import { S3Client } from '@aws-sdk/client-s3'

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

const CONNECT_MS = 3000
/** Of silence, however long the whole takes. Twice this, and a removal after it, stay below the 15 s of security B10. */
const SILENCE_MS = 5000
const TRIES = 2

/** A client of the service that has a bucket. */
export function clientOf(bucket: Bucket): S3Client {
  return new S3Client({
    region: bucket.region,
    endpoint: bucket.endpoint,
    forcePathStyle: bucket.endpoint !== undefined,
    credentials: bucket.credentials,
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    // Compatible services know the older signatures; contents are authenticated by their encryption or signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
