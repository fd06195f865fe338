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
  const editedBy = EDITORS.find((name) => start.includes(name)) ?? null
  return { editedBy, hasCamera: isPdf ? null : /Exif\0\0/.test(start) && CAMERAS.test(start) }
}

const CAMERAS =
  /Apple|iPhone|samsung|Google|Pixel|HUAWEI|Xiaomi|OnePlus|OPPO|vivo|motorola|Nokia|SONY|Canon|NIKON|FUJIFILM|Panasonic|LG Electronics|HONOR|realme|Fairphone|Nothing/i
