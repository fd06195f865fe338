import { createRequire } from 'node:module'

/** Whether what reads documents is installed. Nothing of it is loaded for that. */
export function readerState(): 'ok' | 'down' {
  const { resolve } = createRequire(import.meta.url)
  try {
    resolve('tesseract.js-core/tesseract-core-simd-lstm')
    resolve('@tesseract.js-data/eng/package.json')
    resolve('@vladmandic/face-api/model/tiny_face_detector_model.bin')
    return 'ok'
  } catch {
    return 'down'
  }
}
