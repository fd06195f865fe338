import type { Likeness } from '#domain/faces/compare-faces.ts'

/** What tells how alike the faces of two pictures are. Ours does it by a model in a process of its own. */
export interface FaceComparisonPort {
  /** Kept with what was found; a later version compares again. */
  readonly version: number
  /** Null where nothing can be compared. What faces are compared by stays within it. */
  compare(selfie: Buffer, document: Buffer): Promise<Likeness | null>
}
