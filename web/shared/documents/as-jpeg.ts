import { CONVERTED_TYPES } from '#contract/file-types.ts'
import { fileExtension } from './check-file.ts'

const EXTENSIONS: readonly string[] = ['heic', 'heif', 'avif', 'webp']
const TYPES: readonly string[] = [...CONVERTED_TYPES, 'image/heif']
const JPEG = { type: 'image/jpeg', quality: 0.92 } as const

/**
 * Converts a picture in a format that not everyone can open to JPEG, if this browser can read it; otherwise
 * returns it as it is, for the server.
 */
export async function asJpeg(file: File): Promise<File> {
  if (!TYPES.includes(file.type) && !EXTENSIONS.includes(fileExtension(file.name))) return file
  try {
    const picture = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    picture.close()
    const name = file.name.replace(/\.[^.]+$/, '')
    return new File([await canvas.convertToBlob(JPEG)], `${name}.jpg`, { type: 'image/jpeg' })
  } catch {
    return file
  }
}
