import { expect, it } from 'vitest'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import { withFaces } from './face-problem.ts'

it.each<[PictureProblem[], number | null, PictureProblem[]]>([
  [[], 1, []],
  [[], 0, ['no_face']],
  [[], 2, ['several_faces']],
  [['blurred'], 0, ['no_face', 'blurred']],
  // A face can’t be seen in the dark either, and light comes first.
  [['too_dark'], 0, ['too_dark', 'no_face']],
  [['too_dark'], null, ['too_dark']],
  [['no_face', 'blurred'], 3, ['several_faces', 'blurred']],
  [['several_faces'], 1, []],
])('%j with %s faces is %j', (problems, faces, expected) => {
  expect(withFaces(problems, faces)).toEqual(expected)
})
