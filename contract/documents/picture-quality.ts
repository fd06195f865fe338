import { z } from 'zod'

/**
 * What can be seen wrong with a picture without reading it, the most useful first: in the dark nothing else can be told, and from
 * too far away a blur is no news.
 */
export const PICTURE_PROBLEMS = ['too_dark', 'too_far', 'cut_off', 'glare', 'blurred', 'tilted'] as const
export const PictureProblem = z.enum(PICTURE_PROBLEMS)
export type PictureProblem = z.infer<typeof PictureProblem>
