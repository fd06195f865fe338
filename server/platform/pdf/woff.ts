import { inflateSync } from 'node:zlib'

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/**
 * Unpacks a WOFF 1.0 file into the plain font inside it. Documents are made from plain ones: the font library would
 * unpack every table again for each document, slowly and on the thread that answers requests.
 */
export function sfntOfWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = WOFF_HEADER + index * WOFF_ENTRY
    const [offset, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at))
    const packed = woff.subarray(offset, (offset ?? 0) + (packedLength ?? 0))
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packedLength === length ? packed : inflateSync(packed),
    }
  })

  const head = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY)
  woff.copy(head, 0, 4, 8)
  const selector = Math.floor(Math.log2(count))
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** selector * 16, 6)
  head.writeUInt16BE(selector, 8)
  head.writeUInt16BE(count * 16 - 2 ** selector * 16, 10)

  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = SFNT_HEADER + index * SFNT_ENTRY
    tag.copy(head, entry)
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    // Each table begins at a multiple of four.
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    parts.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}
