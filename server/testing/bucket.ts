import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { bucketOf } from '#server/platform/files/bucket.ts'
import { type FileStore, newStorageKey } from '#server/platform/files/file-store.ts'
import { s3FileStore } from '#server/platform/files/s3-file-store.ts'
import { atEndOfFile } from './end-of-file.ts'

export interface TestBucket {
  /** Returns the address of a part of the bucket that nothing else uses, in the form S3_URL takes. */
  newAddress(): string
  store(address: string): FileStore
  /** Calls that reached the bucket, as method and address. */
  readonly calls: string[]
}

/**
 * Starts an S3-compatible service with one bucket for the calling test file. `answers`, by parameter name, are
 * its answers to requests about the bucket that it does not support.
 */
export async function testBucket(answers: Readonly<Record<string, string>> = {}): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'))
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  const { port } = await service.run()
  const calls: string[] = []
  const front = createServer((asked, answer) => {
    calls.push(`${asked.method} ${asked.url}`)
    const given = Object.keys(answers).find((name) => asked.url?.includes(`?${name}`))
    if (given) return void xml(answer, answers[given] ?? '')
    const { method, url, headers } = asked
    const onward = request({ port, host: '127.0.0.1', method, path: url, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers)
      back.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  atEndOfFile(async () => {
    front.closeAllConnections()
    front.close()
    await service.close()
    await rm(directory, { recursive: true })
  })
  return {
    calls,
    newAddress: () =>
      `s3://S3RVER:S3RVER@documents/${newStorageKey(randomBytes)}?region=eu-west-2&endpoint=${encodeURIComponent(endpoint)}`,
    store(address) {
      const bucket = bucketOf(address)
      if (!bucket) throw new Error('The address of the bucket was not understood')
      return s3FileStore(bucket)
    },
  }
}

function xml(answer: ServerResponse, body: string): void {
  answer.writeHead(200, { 'content-type': 'application/xml' }).end(body)
}
