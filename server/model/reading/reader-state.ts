import { createRequire } from 'node:module'

/** What the reader of print is trained with: English, and three whose letters it takes for others without. */
export const TRAINED_LANGUAGES = ['eng', 'deu', 'pol', 'nor'] as const

/** Whether what reads documents is installed. Nothing of it is loaded for that. */
export function readerState(): 'ok' | 'down' {
  const { resolve } = createRequire(import.meta.url)
  try {
    resolve('tesseract.js-core/tesseract-core-simd-lstm')
    for (const language of TRAINED_LANGUAGES) resolve(`@tesseract.js-data/${language}/package.json`)
    resolve('@vladmandic/face-api/model/tiny_face_detector_model.bin')
    return 'ok'
  } catch {
    return 'down'
  }
}
