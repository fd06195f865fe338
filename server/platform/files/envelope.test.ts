import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DamagedFileError, fileKey, KeyRing } from './envelope.ts'

const older = { id: 'older', key: randomBytes(32) }
const newer = { id: 'newer', key: randomBytes(32) }
const ring = (...keys: { id: string; key: Buffer }[]) => new KeyRing(keys, randomBytes)

describe('R47 the key ring', () => {
  it('wraps with the newest key and still opens what an older one wrapped', () => {
    const made = ring(older).newDataKey()
    const both = ring(newer, older)
    expect(made.keyId).toBe('older')
    expect(both.unwrap(made)).toEqual(made.dataKey)
    expect(both.newDataKey().keyId).toBe('newer')
  })

  it('moves a data key to the newest key, after which the older one may go', () => {
    const made = ring(older).newDataKey()
    const moved = ring(newer, older).rewrap(made)
    expect(ring(newer).unwrap(moved)).toEqual(made.dataKey)
    expect(ring(newer).rewrap(moved)).toBe(moved)
  })

  it('says which key is missing', () => {
    const made = ring(older).newDataKey()
    expect(() => ring(newer).unwrap(made)).toThrow('older')
  })

  it('refuses an altered wrapping, and one under the id of another key', () => {
    const { wrappedKey, keyId } = ring(older).newDataKey()
    const bytes = Buffer.from(wrappedKey, 'base64')
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
    expect(() => ring(older).unwrap({ wrappedKey: bytes.toString('base64'), keyId })).toThrow(
      DamagedFileError,
    )
    expect(() => ring(older).unwrap({ wrappedKey: 'AAAA', keyId })).toThrow(DamagedFileError)
    const renamed = ring({ id: 'newer', key: older.key })
    expect(() => renamed.unwrap({ wrappedKey, keyId: 'newer' })).toThrow(DamagedFileError)
  })

  it('takes no keys that are short, doubled or absent', () => {
    expect(() => ring()).toThrow('At least one')
    expect(() => ring({ id: 'a', key: randomBytes(16) })).toThrow('32 bytes')
    expect(() => ring(older, older)).toThrow('same id')
  })
})

it('R47 two files of one data key have different keys', () => {
  const dataKey = randomBytes(32)
  expect(fileKey(dataKey, 'a')).toEqual(fileKey(dataKey, 'a'))
  expect(fileKey(dataKey, 'a')).not.toEqual(fileKey(dataKey, 'b'))
})
