import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsOutput,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Bucket } from './bucket.ts'
import { ByteBudget, PartMemory } from './byte-budget.ts'
import {
  ASSETS,
  checkedKey,
  ERASURES,
  type FileStore,
  isStorageKey,
  MARK,
  markOf,
  markText,
  SET_ASIDE,
  type StoredEntry,
} from './file-store.ts'
import { clientOf } from './s3-client.ts'

/** S3's minimum part size. Each file has one part in memory at a time, and all together no more than the budget. */
export const PART_BYTES = 5 * 1024 * 1024
const PARTS = { most: 56 * 1024 * 1024, reserve: PART_BYTES }
/** A removal that takes longer is left to the sweep. */
const REMOVAL_MS = 3000
const OUTAGE_RETRY_SECONDS = 10

/**
 * Keeps files in an S3-compatible bucket. An object appears whole or not at all, so nothing half-written is
 * ever listed; `removeUnfinished` finds the parts of uploads that a crash interrupted.
 */
export function s3FileStore(bucket: Bucket, budget = new ByteBudget(PARTS)): FileStore {
  const client = clientOf(bucket)
  const inBucket = { Bucket: bucket.name }
  const nameOf = (key: string) => bucket.prefix + checkedKey(key)
  const asideOf = (key: string) => `${bucket.prefix}${SET_ASIDE}/${checkedKey(key)}`
  const mark = bucket.prefix + MARK
  const erasures = `${bucket.prefix}${ERASURES}/`
  const assetOf = (name: string) => `${bucket.prefix}${ASSETS}/${name}`
  const keyOf = (name: string | undefined) => name?.slice(bucket.prefix.length) ?? ''

  async function* entries(prefix: string): AsyncGenerator<StoredEntry> {
    for await (const page of paginateListObjectsV2({ client }, { ...inBucket, Prefix: prefix })) {
      for (const { Key, LastModified } of page.Contents ?? []) {
        const key = Key?.slice(prefix.length) ?? ''
        if (isStorageKey(key) && LastModified) yield { key, modifiedAt: LastModified }
      }
    }
  }

  async function remove(name: string): Promise<void> {
    const removal = new DeleteObjectCommand({ ...inBucket, Key: name })
    await tellingOutage(client.send(removal, { abortSignal: AbortSignal.timeout(REMOVAL_MS) }))
  }

  async function objectLock(): Promise<boolean | undefined> {
    try {
      const { ObjectLockConfiguration } = await client.send(new GetObjectLockConfigurationCommand(inBucket))
      return ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled'
    } catch (error) {
      // Amazon's way of saying that there is none.
      const isNone = error instanceof Error && error.name === 'ObjectLockConfigurationNotFoundError'
      return isNone ? false : unlessAway(error)
    }
  }

  let checksumAsked: Promise<{ ChecksumAlgorithm?: 'CRC32' }> | undefined
  /** A bucket with object lock accepts only uploads with a checksum; compatible services may not support one. */
  function checksum() {
    checksumAsked ??= objectLock().then((isOn) => (isOn ? { ChecksumAlgorithm: 'CRC32' as const } : {}))
    checksumAsked.catch(() => {
      checksumAsked = undefined
    })
    return checksumAsked
  }

  /** Copies, then removes: after a crash in between the file is in both places and is moved again. */
  async function move(from: string, to: string): Promise<boolean> {
    const source = encodeURI(`${bucket.name}/${from}`)
    try {
      await client.send(new CopyObjectCommand({ ...inBucket, Key: to, CopySource: source }))
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false
      throw outageOf(error)
    }
    await remove(from)
    return true
  }

  return {
    async put(key, source, signal) {
      const target = { ...inBucket, Key: nameOf(key) }
      const sending = { abortSignal: signal }
      const part = new PartMemory(budget.holder(), PART_BYTES)
      const parts: CompletedPart[] = []
      let uploadId: string | undefined
      let withChecksum: Awaited<ReturnType<typeof checksum>> = {}
      let bytes = 0
      const sendPart = async () => {
        const create = new CreateMultipartUploadCommand({ ...target, ...withChecksum })
        uploadId ??= (await client.send(create, sending)).UploadId
        const PartNumber = parts.length + 1
        const asked = { ...target, UploadId: uploadId, PartNumber, Body: part.content(), ...withChecksum }
        const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(asked), sending)
        parts.push({ ETag, PartNumber, ChecksumCRC32 })
        part.release()
      }
      const sendRest = async () => {
        if (uploadId === undefined)
          return client.send(
            new PutObjectCommand({ ...target, Body: part.content(), ...withChecksum }),
            sending,
          )
        if (part.content().length > 0) await sendPart()
        const whole = { ...target, UploadId: uploadId, MultipartUpload: { Parts: parts } }
        return client.send(new CompleteMultipartUploadCommand(whole), sending)
      }
      try {
        withChecksum = await checksum()
        for await (const chunk of source as AsyncIterable<Buffer>) {
          bytes += chunk.length
          for (let rest = chunk; rest.length > 0; ) {
            rest = rest.subarray(await part.add(rest, signal))
            if (part.isFull) await tellingOutage(sendPart(), signal)
          }
        }
        signal?.throwIfAborted()
        await tellingOutage(sendRest(), signal)
        part.release()
        return { bytes }
      } catch (error) {
        // The parts sent so far are left to `removeUnfinished`: waiting for a bucket that has just failed helps
        // no one.
        source.destroy()
        part.abandon()
        throw error
      }
    },

    async get(key) {
      const object = await tellingOutage(client.send(new GetObjectCommand({ ...inBucket, Key: nameOf(key) })))
      return Readable.from(readTellingOutage(object.Body as Readable), { objectMode: false })
    },

    delete: (key) => remove(nameOf(key)),
    list: () => entries(bucket.prefix),

    setAside: (key) => move(nameOf(key), asideOf(key)),
    bringBack: (key) => move(asideOf(key), nameOf(key)),
    listSetAside: () => entries(`${bucket.prefix}${SET_ASIDE}/`),
    deleteSetAside: (key) => remove(asideOf(key)),

    async readMark() {
      try {
        const object = await client.send(new GetObjectCommand({ ...inBucket, Key: mark }))
        return markOf((await object.Body?.transformToString()) ?? '')
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw outageOf(error)
      }
    },

    async writeMark(whose) {
      const body = { Body: markText(whose), ContentType: 'application/json' }
      const asked = new PutObjectCommand({ ...inBucket, Key: mark, ...body, ...(await checksum()) })
      await tellingOutage(client.send(asked))
    },

    async writeErasure(name, text) {
      const note = { Key: `${erasures}${name}.json`, Body: text, ContentType: 'application/json' }
      await tellingOutage(client.send(new PutObjectCommand({ ...inBucket, ...note, ...(await checksum()) })))
    },

    async *readErasures() {
      try {
        for await (const page of paginateListObjectsV2({ client }, { ...inBucket, Prefix: erasures }))
          for (const { Key } of page.Contents ?? []) {
            const note = await client.send(new GetObjectCommand({ ...inBucket, Key }))
            yield (await note.Body?.transformToString()) ?? ''
          }
      } catch (error) {
        throw outageOf(error)
      }
    },

    async writeAsset(name, content) {
      const asset = { ...inBucket, Key: assetOf(name), Body: content, ...(await checksum()) }
      await tellingOutage(client.send(new PutObjectCommand(asset)))
    },

    async readAsset(name) {
      try {
        const object = await client.send(new GetObjectCommand({ ...inBucket, Key: assetOf(name) }))
        return Buffer.from((await object.Body?.transformToByteArray()) ?? [])
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw outageOf(error)
      }
    },

    deleteAsset: (name) => remove(assetOf(name)),

    async protection() {
      const versioning = client
        .send(new GetBucketVersioningCommand(inBucket))
        .then(({ Status }) => Status === 'Enabled', unlessAway)
      return { versioning: await versioning, objectLock: await objectLock() }
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

/**
 * The service's answer. Throws the reason of `signal` if that was aborted, otherwise what `outageOf` makes of a
 * failure.
 */
function tellingOutage<T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> {
  return answer.catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : outageOf(error)
  })
}

async function* readTellingOutage(body: Readable) {
  try {
    yield* body as AsyncIterable<Buffer>
  } catch (error) {
    throw outageOf(error)
  }
}

/**
 * A missing object is NOT_FOUND. Anything else, including a refusal for a wrong key, is the store's fault or
 * ours, never the caller's.
 */
function outageOf(error: unknown): AppError {
  if (error instanceof NoSuchKey) return new AppError('NOT_FOUND', 'This file does not exist.')
  return new AppError(
    'UNAVAILABLE',
    'We can’t reach our file storage right now. What you saved before is safe. Try again in a moment.',
    { retryAfter: OUTAGE_RETRY_SECONDS },
    { cause: error },
  )
}

/** Whether the service answered that it won't, or can't at all. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  const status = error.$metadata.httpStatusCode ?? 500
  return status < 500 || status === 501
}

/** Undefined if the service refused, which one without this feature does. Throws if it can't be reached. */
function unlessAway(error: unknown): undefined {
  if (!isRefusal(error)) throw outageOf(error)
}
