import {
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  NoSuchKey,
  type ObjectLockConfiguration,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Bucket } from '#server/platform/files/bucket.ts'
import { clientOf } from '#server/platform/files/s3-client.ts'
import type { CheckpointStore } from './checkpoint-store.ts'

/**
 * Checkpoints in a bucket. If it has object lock without a default retention, each checkpoint is locked for
 * `keptYears`, so that not even its owner can remove one.
 */
export function checkpointBucket(
  bucket: Bucket,
  keptYears: number,
): CheckpointStore & {
  /** Whether it has object lock; also false if the service doesn't support it. Throws if it can't be asked. */
  isLocked(): Promise<boolean>
} {
  const client = clientOf(bucket)
  const inBucket = { Bucket: bucket.name }
  const nameOf = (name: string) => bucket.prefix + name

  async function lockOf(): Promise<ObjectLockConfiguration | undefined> {
    try {
      const answer = await client.send(new GetObjectLockConfigurationCommand(inBucket))
      const found = answer.ObjectLockConfiguration
      return found?.ObjectLockEnabled === 'Enabled' ? found : undefined
    } catch (error) {
      // A service without such locks says that there is none, or doesn't know the request.
      if (statusOf(error) < 500 || statusOf(error) === 501) return undefined
      throw error
    }
  }

  async function lock(): Promise<Partial<PutObjectCommandInput>> {
    const found = await lockOf()
    if (!found) return {}
    if (found.Rule?.DefaultRetention) return { ChecksumAlgorithm: 'CRC32' }
    const until = new Date()
    until.setUTCFullYear(until.getUTCFullYear() + keptYears)
    return { ChecksumAlgorithm: 'CRC32', ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: until }
  }

  return {
    isLocked: async () => (await lockOf()) !== undefined,
    async add(name, text) {
      const asked = { ...inBucket, Key: nameOf(name), Body: text, IfNoneMatch: '*', ...(await lock()) }
      try {
        await client.send(new PutObjectCommand(asked))
        return true
      } catch (error) {
        if (statusOf(error) === 412 || statusOf(error) === 409) return false
        throw error
      }
    },
    async replace(name, text) {
      const { ChecksumAlgorithm } = await lock()
      await client.send(
        new PutObjectCommand({ ...inBucket, Key: nameOf(name), Body: text, ChecksumAlgorithm }),
      )
    },
    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...inBucket, Key: nameOf(name) }))
        return await Body?.transformToString()
      } catch (error) {
        if (error instanceof NoSuchKey || statusOf(error) === 404) return undefined
        throw error
      }
    },
    async *list(after) {
      const asked = { ...inBucket, Prefix: bucket.prefix, ...(after && { StartAfter: nameOf(after) }) }
      for await (const page of paginateListObjectsV2({ client }, asked))
        for (const { Key = '' } of page.Contents ?? []) {
          const name = Key.slice(bucket.prefix.length)
          if (!name.includes('/')) yield name
        }
    },
  }
}

function statusOf(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500
}
