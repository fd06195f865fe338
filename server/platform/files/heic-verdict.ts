/** What the thread that decodes HEIC is given. */
export interface HeicJob {
  heic: Uint8Array<ArrayBuffer>
  maxPixels: number
}

/** Why it gives no picture. */
export type HeicRefusal = 'damaged' | 'too-large'

/** What it answers: the pixels, three bytes each and upright, or why there are none. */
export type HeicVerdict =
  | { kind: 'decoded'; pixels: Uint8Array<ArrayBuffer>; width: number; height: number }
  | { kind: 'refused'; reason: HeicRefusal }
