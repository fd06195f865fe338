declare module 'fontkit' {
  /** Opens a font; the part of it that says which letters it has. */
  export function create(font: Uint8Array): { hasGlyphForCodePoint(codePoint: number): boolean }
}

declare module 'fontverter' {
  /** The same font in another file format. Throws for what is no font. */
  export function convert(font: Buffer, toFormat: 'sfnt', fromFormat?: 'woff'): Promise<Buffer>
}

declare module 'subset-font' {
  /** A font with the letters of `text` alone, at one place of its axes. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Buffer>
}
