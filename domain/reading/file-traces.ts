/** What the file itself tells of how it was made. */
export interface FileTraces {
  /** A program that edits pictures and has left its name. */
  editedBy: string | null
  /** Whether a camera has left its; null of a PDF. */
  hasCamera: boolean | null
}

const EDITORS = [
  'Photoshop',
  'GIMP',
  'Pixelmator',
  'Affinity Photo',
  'PicsArt',
  'Snapseed',
  'Canva',
  'Illustrator',
  'Inkscape',
  'Sejda',
  'iLovePDF',
  'PDFescape',
  'Foxit PDF Editor',
]

/** Looks for them in the beginning of a file, read as Latin letters. */
export function fileTraces(start: string, isPdf: boolean): FileTraces {
  const editedBy = EDITORS.find((name) => new RegExp(`\\b${name}\\b`).test(start)) ?? null
  return { editedBy, hasCamera: isPdf ? null : CAMERAS.test(exifOf(start)) }
}

/** The part of a picture in which a camera says what it is: its colour profile may name a maker of screens. */
function exifOf(start: string): string {
  const at = start.indexOf('Exif\0\0')
  if (at < 2) return ''
  // A JPEG says before it how long it is; HEIF does not.
  const length = (start.charCodeAt(at - 2) << 8) | start.charCodeAt(at - 1)
  return start.slice(at, at + (start.startsWith('\xff\xd8') ? length : EXIF_MOST))
}

const EXIF_MOST = 64 * 1024

const CAMERAS =
  /Apple|iPhone|samsung|Google|Pixel|HUAWEI|Xiaomi|OnePlus|OPPO|vivo|motorola|Nokia|SONY|Canon|NIKON|FUJIFILM|Panasonic|LG Electronics|HONOR|realme|Fairphone|Nothing/i
