import { crc32, deflateSync } from 'node:zlib'

/** Real files for tests, generated here so that the repository contains no binaries. Not used by any feature. */

export interface ImageOptions {
  width?: number
  height?: number
  /** EXIF orientation, 1 to 8. */
  orientation?: number
  /** Random pixels, which hardly compress; otherwise a plain picture with a gradient. */
  isNoise?: boolean
  /** Progressive JPEG or interlaced PNG. */
  isProgressive?: boolean
  /** Text for the EXIF block, so that tests can look for it; a location is added too. */
  artist?: string
}

/** A photo as a phone takes one. */
export async function makeJpeg(options: ImageOptions = {}): Promise<Buffer> {
  const { artist, ...others } = options
  if (artist === undefined || Object.keys(others).length > 0 || Buffer.byteLength(artist) > ROOM.length)
    return encodedJpeg(options)
  // Most photos differ only in this text, and encoding one takes longer than receiving it.
  roomy ??= encodedJpeg({ artist: ROOM })
  const photo = Buffer.from(await roomy)
  const at = photo.indexOf(ROOM)
  photo.fill(' ', at, at + ROOM.length)
  photo.write(artist, at)
  return photo
}

/** An artist's name as long as any that a test gives. */
const ROOM = 'artist '.repeat(12)
let roomy: Promise<Buffer> | undefined

async function encodedJpeg(options: ImageOptions): Promise<Buffer> {
  return (await picture(options))
    .jpeg({ quality: 92, progressive: options.isProgressive ?? false })
    .toBuffer()
}

/** A JPEG padded with comments to a size, so that its pixels cost next to nothing. */
export function padded(jpeg: Buffer, bytes: number): Buffer {
  const comments: Buffer[] = []
  for (let left = bytes - jpeg.length; left > 4; ) {
    const length = Math.min(left - 2, 65_535)
    const comment = Buffer.alloc(length + 2, 'comment ')
    comment.writeUInt16BE(0xfffe)
    comment.writeUInt16BE(length, 2)
    comments.push(comment)
    left -= comment.length
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)])
}

/** The same as a PNG file. */
export async function makePng(options: ImageOptions = {}): Promise<Buffer> {
  return (await picture(options))
    .png({ compressionLevel: 1, progressive: options.isProgressive ?? false })
    .toBuffer()
}

async function picture({ width = 640, height = 480, orientation, isNoise = false, artist }: ImageOptions) {
  const { default: sharp } = await import('sharp')
  const pixels = isNoise ? noisePixels(width, height) : plainPixels(width, height)
  const image = sharp(pixels, { raw: { width, height, channels: 3 } })
  return artist || orientation
    ? image.withMetadata({ orientation, exif: { IFD0: { Artist: artist ?? 'Nobody' }, IFD3: GREENWICH } })
    : image
}

/** The same noise in every run, by xorshift. */
function noisePixels(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 2463534242
  for (let at = 0; at < pixels.length; at += 1) {
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    pixels[at] = seed & 0xff
  }
  return pixels
}

/** Dark on the left and light on the right, so that a rotation is visible. */
function plainPixels(width: number, height: number): Buffer {
  const row = Buffer.alloc(width * 3, 200).fill(40, 0, Math.ceil(width * 1.5))
  return Buffer.alloc(row.length * height, row)
}

const GREENWICH = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '51/1 28/1 40/1',
  GPSLongitudeRef: 'W',
  GPSLongitude: '0/1 0/1 5/1',
}

/** A small PNG whose header promises an enormous picture. */
export function imageBomb(width = 30_000, height = 30_000, isInterlaced = false): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, isInterlaced ? 1 : 0], 8)
  const rows = deflateSync(Buffer.alloc(1_000_000), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

interface PdfOptions {
  pages?: number
  /** Added to the catalogue, e.g. `/OpenAction 90 0 R`. */
  catalog?: string
  /** Added to the first page, e.g. `/Annots [90 0 R]`. */
  page?: string
  /** Further objects by number. */
  objects?: Readonly<Record<number, string | Buffer>>
  /** Added to the trailer. */
  trailer?: string
  /** Bytes of incompressible data in an unreferenced stream. */
  ballast?: number
}

/** A valid PDF with one line of text per page, plus the requested extras. */
export function makePdf({
  pages = 1,
  catalog = '',
  page = '',
  objects = {},
  trailer = '',
  ballast = 0,
}: PdfOptions = {}): Buffer {
  const all = new Map<number, string | Buffer>()
  const kids = Array.from({ length: pages }, (_, index) => `${100 + index * 2} 0 R`)
  all.set(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  all.set(2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`)
  all.set(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let index = 0; index < pages; index += 1) {
    const number = 100 + index * 2
    const extra = index === 0 ? page : ''
    all.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> ${extra} >>`,
    )
    all.set(number + 1, pdfStream('', Buffer.from(`BT /F1 18 Tf 60 760 Td (Page ${index + 1}) Tj ET`)))
  }
  if (ballast > 0) all.set(4, pdfStream('', noise(ballast)))
  for (const [number, body] of Object.entries(objects)) all.set(Number(number), body)
  return writePdf(all, trailer)
}

/** A stream object from its dictionary entries and data. */
export function pdfStream(entries: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

function writePdf(objects: ReadonlyMap<number, string | Buffer>, trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  let table = ''
  for (const [number, body] of objects) {
    table += `${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    length += part.length
  }
  const size = Math.max(...objects.keys()) + 1
  const end = `xref\n0 1\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

/** A PDF that runs a script when it is opened. */
export function scriptedPdf(): Buffer {
  return makePdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' })
}

/** The same, with the action inside a compressed object stream, where a search of the plain bytes doesn't find it. */
export function hiddenScriptPdf(): Buffer {
  const inner = Buffer.from('90 0 << /S /JavaScript /JS (app.alert\\(1\\)) >>')
  const data = deflateSync(inner)
  return makePdf({ objects: { 80: pdfStream('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', data) } })
}

/** A PDF that asks for a password (standard security handler, revision 3). */
export function encryptedPdf(): Buffer {
  const secret = 'a5'.repeat(32)
  return makePdf({
    trailer: `/Encrypt 95 0 R /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`,
    objects: { 95: `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${secret}> /U <${secret}> >>` },
  })
}

/** A file that was cut off in transit. */
export function truncated(file: Buffer, share = 0.6): Buffer {
  return file.subarray(0, Math.floor(file.length * share))
}

/** Incompressible bytes, the same in every run. */
export function noise(bytes: number): Buffer {
  const words = new Uint32Array(Math.ceil(bytes / 4))
  let seed = 88172645
  for (let at = 0; at < words.length; at += 1) {
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    words[at] = seed
  }
  return Buffer.from(words.buffer, 0, bytes)
}

/**
 * A photo as an iPhone saves it, 640 by 480, dark on the left and light on the right. Nothing here can write
 * HEVC, so its bytes are stored: made once by `heif-enc` of libheif 1.15 with x265 from a PNG of the same two
 * greys.
 */
export function makeHeic(): Buffer {
  return Buffer.from(HEIC.join(''), 'base64')
}

const HEIC = [
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUNtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA',
  'AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFnAAEAAAAAAAACMwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAw2lwcnAA',
  'AAClaXBjbwAAAHlodmNDAQNwAAAAAAAAAAAAWvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAWroCQCEAAQAsQgEBA3AAAAMAkA',
  'AAAwAAAwBaoAUCAeFlupJKa5uBAQMCAAADAAIAAAMAAhAiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAKAAAAB4AAAABBwaXhpAAAAAAMICAgA',
  'AAAWaXBtYQAAAAAAAAABAAEDgQKDAAACO21kYXQAAAIvKAGvExB2MuXLkRo85shoU///pExeUYaBykUz9P9moMXQAAGsAANx+4/1IbB7aJ+NOg',
  '8AAAMAAAMAAAMAAaujGesW6AAA9gACzAAclli/KlaE5qpVIgavpUbGsAA/B6GTSXN1hSiACO4zONCyUTjy17Eu870ABhbACTB37/+xcHuAOgAA',
  'AwAAAwENkwABEQALQAAAAwAJdCbGYFegJ3ztg8tjvW7uYAY1MS3MxtSkAB6RZrrUiJGOtauF8PD3UfanspGOIrNXe//sXAAAAwAAAwAAAwAFBI',
  'cAAAMAAAMAAAMAAFWNZT+VoTmqlUiBq+lRsawAJ0hN8ijYUogAjuMzjQslE48texLvO3se8MZHLvgN6Gvlv38bwAAAAwAAAwAAdMAAAAMAAAMA',
  'AAMAACJ3eTplaE5qpVIgavpUbGsADZP5HWXtr2UogAjuMzjQslE48texLvO3MOVfAehN/lv38bwAAAMAAAMAAAu4AAADAAADAAADAAJXHYmuBX',
  'oCd87YPLY71u7mANY+3H0CwpRABHcZnGhZKJx5a9iXedvYsOeBCFd/f/2LgAAAAwAAAwAACDgAAAMAAAMAAAMADQPpbKytCc1UqkQNX0qNjWAC',
  'gpo50UW18gAPSLNdakRIx1rVwvh4fNhz3kPFff3/9i4AAAMAAAMAAAMAMeAAAAMAAOrEVsrK0JzVSqRA1fSo2NYAKHwtQ7vkAB6RZrrUiJGOta',
  'uF8PD5kQd9xPQAAAMBxw==',
]

/** The same with a header that promises an enormous picture. */
export function heicBomb(edge = 30_000): Buffer {
  const file = makeHeic()
  const size = file.indexOf('ispe') + 8
  file.writeUInt32BE(edge, size)
  file.writeUInt32BE(edge, size + 4)
  return file
}

/** The same as a WebP file. */
export async function makeWebp(options: ImageOptions = {}): Promise<Buffer> {
  return (await picture(options)).webp({ quality: 90 }).toBuffer()
}

/** The same as an AVIF file. */
export async function makeAvif(options: ImageOptions = {}): Promise<Buffer> {
  return (await picture(options)).avif({ quality: 60, effort: 0 }).toBuffer()
}
