/** What a person’s own device finds about the faces on their selfie. */
export const FACE_PROBLEMS = ['no_face', 'several_faces'] as const
export type FaceProblem = (typeof FACE_PROBLEMS)[number]

/**
 * What can be wrong with a picture, told without reading it, the most useful first: in the dark nothing else can be
 * told, and from too far away blur is expected. From `too_far` one moves closer; what is `too_small` fills its picture already.
 */
export const PICTURE_PROBLEMS = [
  'too_dark',
  ...FACE_PROBLEMS,
  'too_far',
  'too_small',
  'cut_off',
  'glare',
  'blurred',
  'tilted',
] as const
export type PictureProblem = (typeof PICTURE_PROBLEMS)[number]
