const KILOBYTE = 1024

/** A size as people read it: 684 KB, 2.4 MB (design §8). */
export function fileSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} bytes`
  const kilobytes = bytes / KILOBYTE
  // 1023.6 KB would round to 1024 KB.
  if (Math.round(kilobytes) < KILOBYTE) return `${Math.round(kilobytes)} KB`
  return `${(kilobytes / KILOBYTE).toFixed(1)} MB`
}
