declare module 'fontverter' {
  /** The same font in another file format. Throws for what is no font. */
  export function convert(font: Buffer, toFormat: 'sfnt', fromFormat?: 'woff'): Promise<Buffer>
}
