import { describe, expect, test } from 'vitest'
import { fileTraces } from './file-traces.ts'

/** The start of a JPEG with a segment for its camera and one for its colours. */
function jpeg(exif: string, profile = ''): string {
  const content = `Exif\0\0${exif}`
  const length = content.length + 2
  const size = String.fromCharCode(length >> 8, length & 0xff)
  return `\xff\xd8\xff\xe1${size}${content}\xff\xe2\0\x40ICC_PROFILE\0${profile}`
}

describe('what a file shows about how it was made', () => {
  test.each([
    ['a photo of a phone', jpeg('Apple\0iPhone 15'), true],
    ['a photo of a camera', jpeg('NIKON CORPORATION'), true],
    ['a screenshot with the colours of its screen', jpeg('Screenshot', 'Apple Inc. Display P3'), false],
    ['a picture without such a part', '\xff\xd8\xff\xdb....Canon', false],
  ])('%s', (_, start, hasCamera) => {
    expect(fileTraces(start, false)).toEqual({ editedBy: null, hasCamera })
  })

  test('an image editor is named, and a similar word is not', () => {
    expect(fileTraces(jpeg('Adobe Photoshop 26.1'), false).editedBy).toBe('Photoshop')
    expect(fileTraces('%PDF-1.7 /Producer (Canva)', true)).toEqual({ editedBy: 'Canva', hasCamera: null })
    expect(fileTraces('%PDF-1.7 /Producer (HTML Canvas to PDF)', true).editedBy).toBeNull()
  })
})
