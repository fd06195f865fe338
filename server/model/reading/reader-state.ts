import { createRequire } from 'node:module'

/** The languages the print reader uses: English, and three whose letters it would otherwise mistake. */
export const TRAINED_LANGUAGES = ['eng', 'deu', 'pol', 'nor'] as const

/** Whether the packages for reading documents are installed, without loading them. */
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
