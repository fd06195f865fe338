import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openKeys } from '#server/boot/master-keys.ts'
import { type TestKms, testKms } from '#server/testing/kms.ts'
import { type Kms, kmsOf, type WrappedMasterKey } from './key-setting.ts'
import { makeAtKms, openAtKms } from './kms-keys.ts'

let service: TestKms
let papers: Kms
let other: Kms

const keyOf = (address: string): Kms => {
  const kms = kmsOf(address)
  if (!kms) throw new Error('The address of the KMS was not understood')
  return kms
}
const made = async (kms: Kms, id: string): Promise<WrappedMasterKey> => ({
  id,
  wrapped: await makeAtKms(kms, id),
})
const open = (kms: Kms[], setting: WrappedMasterKey, tries = 1) =>
  openAtKms(kms, setting, { variable: 'DOCUMENT_KEYS', tries })

beforeAll(async () => {
  service = await testKms('alias/papers', 'alias/other')
  papers = keyOf(service.address('alias/papers'))
  other = keyOf(service.address('alias/other'))
})

describe('R47 a master key that a KMS has wrapped', () => {
  test('is created unseen, and opened by one call with the named key and the id it was created for', async () => {
    const k2 = await made(papers, 'k2')
    const before = service.calls.length
    const opened = await open([papers], k2)
    expect(opened).toHaveLength(32)
    expect(k2.wrapped.includes(opened)).toBe(false)
    expect(service.calls.slice(before)).toEqual([
      { call: 'Decrypt', key: 'alias/papers', context: { application: 'verdaccord', key: 'k2' } },
    ])
    expect(await open([papers], k2)).toEqual(opened)
    expect(await open([papers], await made(papers, 'k2'))).not.toEqual(opened)
  })

  test('is refused with a message if it was altered, or is under another id', async () => {
    const k2 = await made(papers, 'k2')
    const altered = Buffer.from(k2.wrapped)
    altered[altered.length - 20] = (altered[altered.length - 20] ?? 0) ^ 1
    for (const wrong of [
      { ...k2, wrapped: altered },
      { ...k2, id: 'k3' },
    ])
      await expect(open([papers], wrong)).rejects.toThrow(
        `The key ${wrong.id} in DOCUMENT_KEYS can’t be opened with alias/papers at ${service.endpoint}: it was altered, or was made for another id.`,
      )
  })

  test('is opened by the second named key if that one wrapped it, and both answers are shown if neither did', async () => {
    const k1 = await made(other, 'k1')
    expect(await open([papers, other], k1)).toHaveLength(32)
    await expect(open([papers], k1)).rejects.toThrow(
      'another key wrapped it; name that one in KMS_URL as well',
    )
    const missing = keyOf(service.address('alias/missing'))
    await expect(open([papers, missing], k1)).rejects.toThrow(
      /with alias\/papers at .*another key wrapped it.*; nor with alias\/missing at .*there is no such key/,
    )
  })

  test('is refused with a message if the key is disabled, or the credentials are wrong', async () => {
    const k2 = await made(papers, 'k2')
    service.disabled.add('alias/papers')
    await expect(open([papers], k2)).rejects.toThrow('that key is disabled; enable it there.')
    service.disabled.clear()
    const stranger = { ...papers, credentials: { accessKeyId: 'STRANGER', secretAccessKey: 'x' } }
    await expect(open([stranger], k2)).rejects.toThrow(
      'UnrecognizedClientException; check the credentials in KMS_URL, which need kms:Decrypt.',
    )
    await expect(makeAtKms(stranger, 'k3')).rejects.toThrow(
      /^No key can be made with alias\/papers at .*: UnrecognizedClientException; .* kms:GenerateDataKeyWithoutPlaintext\.$/,
    )
  })

  test('is retried a few times if the KMS does not answer', async () => {
    const k2 = await made(papers, 'k2')
    const before = service.calls.length
    service.failing = 2
    expect(await open([papers], k2, 3)).toHaveLength(32)
    expect(service.calls.length - before).toBe(3)
    await service.stop()
    await expect(open([papers], k2, 2)).rejects.toThrow(
      `The key k2 in DOCUMENT_KEYS can’t be opened with alias/papers at ${service.endpoint}: nothing listens there; check KMS_URL and the network.`,
    )
    await service.start()
    expect(await open([papers], k2)).toHaveLength(32)
  })

  test('must meet the same rules as a plain one, once it is open', async () => {
    const quick = { isPatient: false }
    const production = { kms: [papers], production: true }
    const plain = { id: 'k1', key: randomBytes(32) }
    const opened = await openKeys('DOCUMENT_KEYS', [await made(papers, 'k2'), plain], production, quick)
    expect(opened.map(({ id }) => id)).toEqual(['k2', 'k1'])
    expect(opened[1]).toBe(plain)
    for (const [key, sentence] of [
      [Buffer.alloc(32), /DOCUMENT_KEYS is set to something that can be guessed/],
      [randomBytes(16), 'The key k2 in DOCUMENT_KEYS has 16 bytes, expected 32.'],
      [plain.key, 'DOCUMENT_KEYS has an id or a key twice'],
    ] as const)
      await expect(
        openKeys('DOCUMENT_KEYS', [service.wrap('alias/papers', 'k2', key), plain], production, quick),
      ).rejects.toThrow(sentence)
  })
})
