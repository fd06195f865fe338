import {
  FACE_PROBLEMS,
  type FaceProblem,
  PICTURE_PROBLEMS,
  type PictureProblem,
} from '#contract/documents/picture-quality.ts'

/**
 * Returns what is wrong with a selfie by the number of faces found; nothing if null, because faces were not detected.
 */
export function faceProblem(faces: number | null): FaceProblem | null {
  if (faces === null || faces === 1) return null
  return faces === 0 ? 'no_face' : 'several_faces'
}

/** Returns a selfie's problems, the most useful first, with those about faces replaced. */
export function withFaces(problems: readonly PictureProblem[], faces: number | null): PictureProblem[] {
  const others = problems.filter((problem) => !FACE_PROBLEMS.some((each) => each === problem))
  const found = faceProblem(faces)
  return PICTURE_PROBLEMS.filter((problem) => problem === found || others.includes(problem))
}
