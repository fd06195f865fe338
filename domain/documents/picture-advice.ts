import { type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'

interface PictureAdvice {
  /** One or two words on the picture itself. */
  mark: string
  title: string
  /** The disadvantage of using the picture as it is. */
  message: string
  /** How to do better, in order. */
  steps: readonly string[]
}

const COST = 'If we can’t read it, we’ll ask you for another, and that can take up to two days.'

const LOOKED_WRONG =
  'We can be wrong about that. If we can’t compare your face, we’ll ask you for another, and that can take up to two days.'

/** What people are told about a poor picture, and how to take a better one. Each can be wrong, so none refuses it. */
export const PICTURE_ADVICE: Readonly<Record<Exclude<PictureProblem, 'too_small'>, PictureAdvice>> = {
  too_dark: {
    mark: 'Dark',
    title: 'This looks too dark',
    message: `There isn’t enough light to read this picture. ${COST}`,
    steps: ['Turn on a light, or move to a window.', 'Make sure your shadow isn’t on the document.'],
  },
  no_face: {
    mark: 'No face',
    title: 'We can’t see a face on it',
    message: `We looked for your face on this picture and found none. ${LOOKED_WRONG}`,
    steps: ['Look straight into the camera.', 'Find even light, and take off what covers your face.'],
  },
  several_faces: {
    mark: 'Several faces',
    title: 'There’s more than one face on it',
    message: `Only you should be in the picture. ${LOOKED_WRONG}`,
    steps: ['Move away from other people.', 'Choose a plain wall behind you, without pictures.'],
  },
  too_far: {
    mark: 'Far away',
    title: 'This looks too far away',
    message: `The document is small on this picture. ${COST}`,
    steps: ['Move closer until the document fills the frame.', 'Keep all four corners in view.'],
  },
  cut_off: {
    mark: 'Cut off',
    title: 'Part of it looks cut off',
    message: `An edge of the document isn’t on this picture. ${COST}`,
    steps: ['Move back until you see all four corners.', 'Put it on a plain, darker surface.'],
  },
  glare: {
    mark: 'Glare',
    title: 'There’s glare on it',
    message: `Light reflects on the document and may hide some of it. ${COST}`,
    steps: ['Turn off the flash.', 'Tilt the document, or move it away from the lamp.'],
  },
  blurred: {
    mark: 'Blurred',
    title: 'This looks blurred',
    message: `We may not be able to read this picture. ${COST}`,
    steps: [
      'Put it on a table and hold the phone with both hands.',
      'Wait for “Hold still”. We take the photo for you.',
      'Wipe the lens.',
    ],
  },
  tilted: {
    mark: 'Tilted',
    title: 'This looks tilted',
    message: `The document is at an angle on this picture. ${COST}`,
    steps: ['Hold the phone flat above the document.', 'Line its edges up with the frame.'],
  },
}

/** What people are told about a picture, or a document on it, with too few pixels. */
export function smallAdvice(slot: DocumentSlot): PictureAdvice {
  const isSelfie = documentType(slot).group === 'selfie'
  return {
    mark: 'Small',
    title: 'This picture is very small',
    message: isSelfie
      ? 'We may not be able to compare your face. Then we’ll ask you for another, and that can take up to two days.'
      : `Its print may be too small to read. ${COST}`,
    steps: [
      isSelfie ? 'Fill the oval with your face.' : 'Move closer until the document fills the frame.',
      'Use a better camera if you can, such as your phone’s.',
    ],
  }
}
