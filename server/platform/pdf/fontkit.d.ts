declare module 'fontkit' {
  /** Opens a font; the part of it that says which letters it has. */
  export function create(font: Uint8Array): { hasGlyphForCodePoint(codePoint: number): boolean }
}
