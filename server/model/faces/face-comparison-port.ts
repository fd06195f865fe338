import type { Likeness } from '#domain/faces/compare-faces.ts'

/** Compares the faces of two pictures. Ours uses a model in a separate process. */
export interface FaceComparisonPort {
  /** Stored with each result; a later version compares again. */
  readonly version: number
  /** Null if nothing can be compared. The templates used for the comparison never leave it. */
  compare(selfie: Buffer, document: Buffer): Promise<Likeness | null>
}
