import { parentPort } from 'node:worker_threads'
import type { HeicJob, HeicVerdict } from './heic-decoder.ts'

/** Enough for the largest accepted picture: its planes, its pixels and the decoder's own data. */
const MAX_MEMORY_BYTES = 400 * 1024 * 1024

limitMemory()

parentPort?.once('message', async (job: HeicJob) => {
  const verdict = await decode(job).catch((): HeicVerdict => ({ kind: 'refused', reason: 'damaged' }))
  parentPort?.postMessage(verdict, verdict.kind === 'decoded' ? [verdict.pixels.buffer] : [])
})

/**
 * A thread's limits count JavaScript memory only, and the decoder has its own, which grows page by page;
 * refusing a page has the effect of a full machine.
 */
function limitMemory() {
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > MAX_MEMORY_BYTES) throw new RangeError('Too much memory')
    return grow.call(this, pages)
  }
}

/** The file's first picture, turned as its properties say. Its size is known before anything is decoded. */
async function decode({ heic, maxPixels }: HeicJob): Promise<HeicVerdict> {
  const { default: lib } = await import('libheif-js/wasm-bundle.js')
  const damaged: HeicVerdict = { kind: 'refused', reason: 'damaged' }
  const context = lib.heif_context_alloc()
  if (lib.heif_context_read_from_memory(context, heic).code !== lib.heif_error_code.heif_error_Ok)
    return damaged
  const image = lib.heif_js_context_get_primary_image_handle(context)
  if (!image || image.code !== undefined) return damaged
  const promised = lib.heif_image_handle_get_width(image) * lib.heif_image_handle_get_height(image)
  if (promised > maxPixels) return { kind: 'refused', reason: 'too-large' }
  const decoded = await lib.heif_js_decode_image2(
    image,
    lib.heif_colorspace.heif_colorspace_RGB,
    lib.heif_chroma.heif_chroma_interleaved_RGB,
  )
  if (!decoded || decoded.code !== undefined) return damaged
  const plane = decoded.channels.find(({ id }) => id === lib.heif_channel.heif_channel_interleaved)
  if (!plane || plane.width * plane.height > maxPixels) return damaged
  const { width, height, stride, data } = plane
  const pixels = new Uint8Array(width * height * 3)
  for (let row = 0; row < height; row += 1)
    pixels.set(data.subarray(row * stride, row * stride + width * 3), row * width * 3)
  return { kind: 'decoded', pixels, width, height }
}
