// Separate from the schemas: the browser reads these without loading a validation library.

/** Signals about a document; they inform and decide nothing. */
export const SIGNALS = [
  'expiry',
  'code_digits',
  'code_and_print',
  'colour',
  'screen',
  'edited',
  'camera',
  'same_picture',
  'same_number',
  'one_face',
  'face_likeness',
] as const

export const SIGNAL_TITLES: Readonly<Record<(typeof SIGNALS)[number], string>> = {
  expiry: 'Expiry',
  code_digits: 'Code check digits',
  code_and_print: 'Code, print and other side',
  colour: 'Colour',
  screen: 'Photo of a screen',
  edited: 'Edited by software',
  camera: 'Camera data',
  same_picture: 'Same picture elsewhere',
  same_number: 'Same number elsewhere',
  one_face: 'One clear face',
  face_likeness: 'Faces alike',
}
