import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import sharp from 'sharp'

// What P9 compares with: the file's first bytes are checked, it is hashed, encrypted with AES-256-GCM in
// segments of 64 kB as the product does, written and synced. It also does what security R41 asks of a picture,
// in the simplest way: it holds the whole file in memory, decodes it, and encrypts a rendition. It does nothing
// else.
const SEGMENT_BYTES = 64 * 1024

createServer((request, response) => {
  const answer = (body) => {
    const text = JSON.stringify(body)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  }
  if (request.method !== 'POST') return answer({})
  const form = busboy({ headers: request.headers })
  form.on('file', async (_name, file) => answer(await keep(file)))
  request.pipe(form)
}).listen(Number(process.env.PORT), '127.0.0.1')

async function keep(file) {
  const hash = createHash('sha256')
  const held = []
  let isJpeg
  await write(async function* () {
    for await (const chunk of file) {
      isJpeg ??= chunk.subarray(0, 3).toString('hex') === 'ffd8ff'
      hash.update(chunk)
      held.push(chunk)
      yield chunk
    }
  })
  const picture = sharp(Buffer.concat(held), { failOn: 'error' }).resize(2000, 2000, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  await write(async function* () {
    yield await picture.jpeg({ quality: 82 }).toBuffer()
  })
  return { isJpeg, sha256: hash.digest('hex') }
}

async function write(content) {
  const handle = await open(join(process.env.DATA_DIR, randomUUID()), 'wx')
  await pipeline(content, sealed, async (segments) => {
    for await (const segment of segments) await handle.writeFile(segment)
  })
  await handle.sync()
  await handle.close()
}

async function* sealed(chunks) {
  const key = randomBytes(32)
  const nonce = Buffer.alloc(12)
  const seal = (segment) => {
    nonce.writeUInt32BE(nonce.readUInt32BE(7) + 1, 7)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    return Buffer.concat([cipher.update(segment), cipher.final(), cipher.getAuthTag()])
  }
  const held = Buffer.allocUnsafeSlow(SEGMENT_BYTES)
  let filled = 0
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.copy(held, filled)
      filled += taken
      rest = rest.subarray(taken)
      if (filled < SEGMENT_BYTES) continue
      yield seal(held)
      filled = 0
    }
  }
  yield seal(held.subarray(0, filled))
}

process.on('SIGTERM', () => process.exit(0))
