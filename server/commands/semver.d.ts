declare module 'semver/functions/compare.js' {
  /** Negative, zero or positive by precedence. Throws a TypeError for an invalid version. */
  export default function compare(left: string, right: string): -1 | 0 | 1
}

declare module 'semver/functions/valid.js' {
  /** The version in comparable form; null if invalid. */
  export default function valid(version: string): string | null
}
