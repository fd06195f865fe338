import { S3Client } from '@aws-sdk/client-s3'
import type { Bucket } from './bucket.ts'

const CONNECT_MS = 3000
/** Of inactivity, however long the whole takes. Twice this plus a removal stays below the 15 s of security B10. */
const SILENCE_MS = 5000
const TRIES = 2

/** A client for the service that has a bucket. */
export function clientOf(bucket: Bucket): S3Client {
  return new S3Client({
    region: bucket.region,
    endpoint: bucket.endpoint,
    forcePathStyle: bucket.endpoint !== undefined,
    credentials: bucket.credentials,
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    // Compatible services know the older checksums; contents are authenticated by their encryption or
    // signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
