import {
  FACE_PROBLEMS,
  type FaceProblem,
  PICTURE_PROBLEMS,
  type PictureProblem,
} from '#contract/documents/picture-quality.ts'

/** What is wrong with a selfie by how many faces were found on it; of null, where no one looked for them, nothing is said. */
export function faceProblem(faces: number | null): FaceProblem | null {
  if (faces === null || faces === 1) return null
  return faces === 0 ? 'no_face' : 'several_faces'
}

/** What is wrong with a selfie, the most useful first, with what its faces say in place of what they said before. */
export function withFaces(problems: readonly PictureProblem[], faces: number | null): PictureProblem[] {
  const others = problems.filter((problem) => !FACE_PROBLEMS.some((each) => each === problem))
  const found = faceProblem(faces)
  return PICTURE_PROBLEMS.filter((problem) => problem === found || others.includes(problem))
}
