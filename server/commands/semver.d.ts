declare module 'semver/functions/compare.js' {
  /** Below, at or above by precedence. Throws a TypeError for what is no version. */
  export default function compare(left: string, right: string): -1 | 0 | 1
}

declare module 'semver/functions/valid.js' {
  /** The version as it is compared; null for what is none. */
  export default function valid(version: string): string | null
}
