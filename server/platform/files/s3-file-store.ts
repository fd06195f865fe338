import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsOutput,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Bucket } from './bucket.ts'
import { checkedKey, type FileStore, isStorageKey } from './file-store.ts'

/** The least part S3 takes; one is in memory at a time. */
const PART_BYTES = 5 * 1024 * 1024
const CONNECT_MS = 3000
/** Of silence, however long the whole takes. Twice this, and a removal after it, stay below the 15 s of security B10. */
const SILENCE_MS = 5000
const TRIES = 2
/** What is not removed in this time is left to the sweep. */
const REMOVAL_MS = 3000

/**
 * Keeps files in an S3-compatible bucket. An object appears whole or not at all, so nothing half-written is ever listed;
 * the parts of uploads that a crash cut off are found again by `removeUnfinished`.
 */
export function s3FileStore(bucket: Bucket): FileStore {
  const client = new S3Client({
    region: bucket.region,
    endpoint: bucket.endpoint,
    forcePathStyle: bucket.endpoint !== undefined,
    credentials: bucket.credentials,
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    // Compatible services know the older signatures; the contents are authenticated by their encryption.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const inBucket = { Bucket: bucket.name }
  const nameOf = (key: string) => bucket.prefix + checkedKey(key)
  const keyOf = (name: string | undefined) => name?.slice(bucket.prefix.length) ?? ''

  return {
    async put(key, source, signal) {
      let bytes = 0
      let failure: unknown
      async function* counted() {
        try {
          for await (const chunk of source as AsyncIterable<Buffer>) {
            bytes += chunk.length
            yield chunk
          }
        } catch (error) {
          failure = error
          throw error
        }
      }
      const upload = new Upload({
        client,
        params: { ...inBucket, Key: nameOf(key), Body: Readable.from(counted()) },
        partSize: PART_BYTES,
        queueSize: 1,
        // `removeUnfinished` finds them; to wait for a bucket that has just failed would only keep the person waiting.
        leavePartsOnError: true,
      })
      const abort = () => void upload.abort()
      signal?.addEventListener('abort', abort)
      try {
        signal?.throwIfAborted()
        await upload.done()
        return { bytes }
      } catch (error) {
        source.destroy()
        // Where the parts sent so far cannot be taken back either, the first cause is the one to report.
        throw failure ?? outageOf(error)
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },

    async get(key) {
      const object = await client
        .send(new GetObjectCommand({ ...inBucket, Key: nameOf(key) }))
        .catch((error: unknown) => {
          throw error instanceof NoSuchKey
            ? new AppError('NOT_FOUND', 'This file does not exist.')
            : outageOf(error)
        })
      return object.Body as Readable
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand({ ...inBucket, Key: nameOf(key) }), {
        abortSignal: AbortSignal.timeout(REMOVAL_MS),
      })
    },

    async *list() {
      for await (const page of paginateListObjectsV2({ client }, { ...inBucket, Prefix: bucket.prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          const key = keyOf(Key)
          if (isStorageKey(key) && LastModified) yield { key, modifiedAt: LastModified }
        }
      }
    },

    async removeUnfinished(before) {
      let removed = 0
      let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
      while (marker) {
        const page: ListMultipartUploadsOutput = await client.send(
          new ListMultipartUploadsCommand({ ...inBucket, Prefix: bucket.prefix, ...marker }),
        )
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (!isStorageKey(keyOf(Key)) || !Initiated || Initiated >= before) continue
          await client.send(new AbortMultipartUploadCommand({ ...inBucket, Key, UploadId }))
          removed += 1
        }
        marker = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined
      }
      return removed
    },

    async ping() {
      await client.send(new HeadBucketCommand(inBucket))
    },
  }
}

/** What the service says stays as it is; a service that cannot be reached is an outage, which people may wait out. */
function outageOf(error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && error.name === 'AbortError')) return error
  const isRefusal = error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500
  if (isRefusal) return error
  return new AppError(
    'UNAVAILABLE',
    'The file store cannot be reached right now. Try again in a moment.',
    {},
    { cause: error },
  )
}
