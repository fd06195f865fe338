/** What the file itself reveals about how it was made. */
export interface FileTraces {
  /** An image editor that has left its name. */
  editedBy: string | null
  /** Whether a camera has left its name; null for a PDF. */
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

/** Returns the traces in the start of a file, read as Latin-1. */
export function fileTraces(start: string, isPdf: boolean): FileTraces {
  const editedBy = EDITORS.find((name) => new RegExp(`\\b${name}\\b`).test(start)) ?? null
  return { editedBy, hasCamera: isPdf ? null : CAMERAS.test(exifOf(start)) }
}

/**
 * Returns the Exif segment of a picture, in which a camera names itself: the colour profile may name a maker of
 * screens.
 */
function exifOf(start: string): string {
  const at = start.indexOf('Exif\0\0')
  if (at < 2) return ''
  // In a JPEG its length precedes it; in HEIF it does not.
  const length = (start.charCodeAt(at - 2) << 8) | start.charCodeAt(at - 1)
  return start.slice(at, at + (start.startsWith('\xff\xd8') ? length : EXIF_MOST))
}

const EXIF_MOST = 64 * 1024

const CAMERAS =
  /Apple|iPhone|samsung|Google|Pixel|HUAWEI|Xiaomi|OnePlus|OPPO|vivo|motorola|Nokia|SONY|Canon|NIKON|FUJIFILM|Panasonic|LG Electronics|HONOR|realme|Fairphone|Nothing/i
