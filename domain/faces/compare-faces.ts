import { distanceOf, findMarks, templateOf } from './face-likeness.ts'
import type { FacePicture } from './face-picture.ts'
import type { Model } from './network.ts'
import { CLEAR_SCORE, EDGES, findUpright, isSecond, type UprightFaces } from './selfie-faces.ts'

/** How alike two faces are: never a number, which would look like a measure of truth. */
export type Likeness = 'low' | 'middle' | 'high'

/** By the distance of two templates: the model’s makers took 0.6 for the limit between two people. */
const HIGH_BELOW = 0.45
const LOW_FROM = 0.6

/** A portrait on a page is small. */
const PORTRAIT_EDGES = [224, 352, 512] as const

/** What a comparison is made with: what finds faces, what finds eyes and mouth, and what tells faces apart. */
export interface FaceModels {
  faces: Model
  marks: Model
  templates: Model
}

/** Compares the one clear face of a selfie with the largest of an ID document; null where either has none. The templates are forgotten here. */
export function compareFaces(
  models: FaceModels,
  selfie: FacePicture,
  document: FacePicture,
): Likeness | null {
  const own = findUpright(models.faces, selfie, EDGES)
  const printed = findUpright(models.faces, document, PORTRAIT_EDGES)
  if (own.faces.slice(1).some(isSecond)) return null
  const templates = [templateIn(models, own), templateIn(models, printed)]
  const [left, right] = templates
  return left && right ? likenessAt(distanceOf(left, right)) : null
}

export function likenessAt(distance: number): Likeness {
  return distance < HIGH_BELOW ? 'high' : distance < LOW_FROM ? 'middle' : 'low'
}

function templateIn({ marks, templates }: FaceModels, { faces, picture }: UprightFaces): Float32Array | null {
  const [face] = faces
  if (!face || face.score < CLEAR_SCORE) return null
  return templateOf(templates, picture, findMarks(marks, picture, face))
}
