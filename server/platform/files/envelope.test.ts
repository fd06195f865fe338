import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DamagedFileError, fileKey, KeyRing } from './envelope.ts'

const older = { id: 'older', key: randomBytes(32) }
const newer = { id: 'newer', key: randomBytes(32) }
const ring = (...keys: { id: string; key: Buffer }[]) => new KeyRing(keys, randomBytes)

const BINDING = ['document', '7']

/** As former releases wrapped: bound to nothing but the master key's id. */
function formerly({ id, key }: { id: string; key: Buffer }, dataKey: Buffer) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(id))
  const sealed = Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
  return { wrappedKey: sealed.toString('base64'), keyId: id }
}

describe('R47 the key ring', () => {
  const dataKey = randomBytes(32)
  const made = ring(older).wrap(dataKey, BINDING)

  it('wraps with the newest key and still opens what an older one wrapped', () => {
    const both = ring(newer, older)
    expect(made.keyId).toBe('older')
    expect(both.unwrap(made, BINDING)).toEqual(dataKey)
    expect(both.wrap(dataKey, BINDING).keyId).toBe('newer')
  })

  it('moves a data key to the newest key, after which the older one may be removed', () => {
    const moved = ring(newer, older).rewrap(made, BINDING)
    expect(ring(newer).unwrap(moved, BINDING)).toEqual(dataKey)
    expect(ring(newer).rewrap(moved, BINDING)).toBe(moved)
  })

  it('says which key is missing', () => {
    expect(() => ring(newer).unwrap(made, BINDING)).toThrow('older')
  })

  it('opens a key only for what it is bound to', () => {
    for (const other of [['document', '8'], ['document'], ['document', '7', ''], ['document7'], []])
      expect(() => ring(older).unwrap(made, other)).toThrow(DamagedFileError)
    expect(() => ring(newer, older).rewrap(made, ['document', '8'])).toThrow(DamagedFileError)
  })

  it('reads what a former release wrapped, and binds it', () => {
    const former = formerly(older, dataKey)
    expect([ring(older).isBound(former), ring(older).isBound(made)]).toEqual([false, true])
    expect(ring(older).unwrap(former, ['anything'])).toEqual(dataKey)
    const bound = ring(older).rewrap(former, BINDING)
    expect(ring(older).unwrap(bound, BINDING)).toEqual(dataKey)
    expect(() => ring(older).unwrap(bound, ['anything'])).toThrow(DamagedFileError)
    // Without its mark, it is not one of a former release either.
    const unmarked = { ...bound, wrappedKey: bound.wrappedKey.slice(3) }
    expect(() => ring(older).unwrap(unmarked, BINDING)).toThrow(DamagedFileError)
  })

  it('refuses an altered wrapping, and one under the id of another key', () => {
    const { wrappedKey, keyId } = made
    const bytes = Buffer.from(wrappedKey.slice(3), 'base64')
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
    const altered = { wrappedKey: `b1.${bytes.toString('base64')}`, keyId }
    expect(() => ring(older).unwrap(altered, BINDING)).toThrow(DamagedFileError)
    expect(() => ring(older).unwrap({ wrappedKey: 'AAAA', keyId }, BINDING)).toThrow(DamagedFileError)
    const renamed = ring({ id: 'newer', key: older.key })
    expect(() => renamed.unwrap({ wrappedKey, keyId: 'newer' }, BINDING)).toThrow(DamagedFileError)
  })

  it('refuses short, duplicate or missing keys', () => {
    expect(() => ring()).toThrow('At least one')
    expect(() => ring({ id: 'a', key: randomBytes(16) })).toThrow('32 bytes')
    expect(() => ring(older, older)).toThrow('same id')
  })
})

it('R47 two files with one data key have different keys', () => {
  const dataKey = randomBytes(32)
  expect(fileKey(dataKey, 'a')).toEqual(fileKey(dataKey, 'a'))
  expect(fileKey(dataKey, 'a')).not.toEqual(fileKey(dataKey, 'b'))
})
