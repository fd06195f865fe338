declare module 'fontkit' {
  /** Opens a font; only the part that tells which characters it has. */
  export function create(font: Uint8Array): { hasGlyphForCodePoint(codePoint: number): boolean }
}

declare module 'fontverter' {
  /** The same font in another file format. Throws if it isn't a font. */
  export function convert(font: Buffer, toFormat: 'sfnt', fromFormat?: 'woff'): Promise<Buffer>
}

declare module 'subset-font' {
  /** A font with only the characters of `text`, at one point of its axes. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Buffer>
}
