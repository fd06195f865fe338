import type { RetryReason } from '#contract/verification/cases.ts'

/** The groups of items that a reason can apply to. */
export type ItemGroup =
  | 'id'
  | 'selfie'
  | 'proof'
  | 'name'
  | 'birth_date'
  | 'address'
  | 'registration'
  | 'settlement'
  | 'owner'
  | 'representative'
  | 'other'

export interface RetryText {
  /** The label in the reviewer's list. */
  label: string
  /** What is wrong, in one sentence. */
  wrong: string
  /** How to fix it, in one sentence. */
  right: string
  /** Used instead for these groups: a face isn't read. */
  wrongFor?: Partial<Record<ItemGroup, string>>
  /** Used instead for these groups: a face isn't read, and only the returned items of a returned case can be changed. */
  rightFor?: Partial<Record<ItemGroup, string>>
  fits: readonly ItemGroup[]
}

const FILES: readonly ItemGroup[] = ['id', 'selfie', 'proof', 'other']
const PAPERS: readonly ItemGroup[] = ['id', 'proof', 'other']
const IMAGES: readonly ItemGroup[] = ['id', 'selfie', 'proof', 'other']

/** The text of every retry reason (cases, Reasons). For OTHER the reviewer's own text says what is wrong. */
export const RETRY_TEXTS: Readonly<Record<RetryReason, RetryText>> = {
  ID_EXPIRED: {
    label: 'ID has expired',
    wrong: 'Your ID has expired.',
    right: 'Upload an ID that is still in date.',
    fits: ['id'],
  },
  ID_NAME_MISMATCH: {
    label: 'Name differs from the ID',
    wrong: 'The name on your ID isn’t the name you entered.',
    right: 'Correct your name so that it matches your ID exactly.',
    rightFor: { id: 'Upload an ID in the name you entered.' },
    fits: ['id', 'name'],
  },
  ID_DOB_MISMATCH: {
    label: 'Date of birth differs from the ID',
    wrong: 'The date of birth on your ID isn’t the one you entered.',
    right: 'Correct your date of birth so that it matches your ID.',
    rightFor: { id: 'Upload an ID with the date of birth you entered.' },
    fits: ['id', 'birth_date'],
  },
  ID_FRONT_MISSING: {
    label: 'Front is missing',
    wrong: 'We don’t have the side of your ID with your photo.',
    right: 'Upload the side with your photo, or the photo page of your passport.',
    fits: ['id'],
  },
  ID_BACK_MISSING: {
    label: 'Back is missing',
    wrong: 'We don’t have the back of your ID.',
    right: 'Turn the card over and upload a photo of the back.',
    fits: ['id'],
  },
  ID_SAME_SIDE_TWICE: {
    label: 'Same side twice',
    wrong: 'The front and the back show the same side of the card.',
    right: 'Turn the card over and upload the side we don’t have yet.',
    fits: ['id'],
  },
  ID_TYPE_UNSUPPORTED: {
    label: 'Not an accepted ID',
    wrong: 'We don’t accept this type of ID.',
    right: 'Upload a passport, a photocard driving licence or a residence permit.',
    fits: ['id'],
  },
  ID_COPY_OR_SCREENSHOT: {
    label: 'Copy or screenshot',
    wrong: 'The photo shows a copy, a screenshot or a screen, not the document itself.',
    right: 'Take a new photo of the original document.',
    fits: ['id'],
  },
  ID_CUT_OFF: {
    label: 'Cut off',
    wrong: 'Part of the document is cut off or covered.',
    right: 'Lay it flat and take a photo with all four corners showing.',
    fits: ['id'],
  },
  IMAGE_BLURRED: {
    label: 'Blurred',
    wrong: 'The photo is blurred, so we can’t read it.',
    wrongFor: { selfie: 'The photo is blurred, so we can’t see your face clearly.' },
    right: 'Hold the camera still in good light and wait until the photo is sharp.',
    fits: IMAGES,
  },
  IMAGE_GLARE: {
    label: 'Glare or reflections',
    wrong: 'Glare covers part of the photo.',
    right: 'Move away from direct light, turn off the flash and take the photo again.',
    fits: IMAGES,
  },
  IMAGE_TOO_SMALL: {
    label: 'Too small to read',
    wrong: 'The photo is too small to read.',
    wrongFor: { selfie: 'Your face is too small in the selfie.' },
    right: 'Move closer so that the document fills the photo, and upload it at full size.',
    rightFor: { selfie: 'Take a new one with your face closer to the camera.' },
    fits: IMAGES,
  },
  FILE_UNREADABLE: {
    label: 'File can’t be opened',
    wrong: 'We can’t open this file.',
    right: 'Save it again as PNG, JPEG or PDF, check that it opens on your device, and upload it.',
    rightFor: { selfie: 'Take a new selfie, or save this one again as PNG or JPEG and upload it.' },
    fits: FILES,
  },
  FILE_PASSWORD_PROTECTED: {
    label: 'Password protected',
    wrong: 'The file has a password.',
    right: 'Save a copy without a password and upload that.',
    fits: PAPERS,
  },
  PAGE_MISSING: {
    label: 'Page is missing',
    wrong: 'Some pages are missing.',
    right: 'Upload one file with every page.',
    fits: PAPERS,
  },
  ADDRESS_PROOF_TOO_OLD: {
    label: 'Proof of address too old',
    wrong: 'Your proof of address is more than 3 months old.',
    right: 'Upload one dated within the last 3 months.',
    fits: ['proof'],
  },
  ADDRESS_NAME_MISMATCH: {
    label: 'Name differs on the proof',
    wrong: 'Your proof of address isn’t in the name you entered.',
    right: 'Upload one addressed to you by your full name.',
    fits: ['proof'],
  },
  ADDRESS_MISMATCH: {
    label: 'Address differs from the proof',
    wrong: 'The address on your proof isn’t the one you entered.',
    right: 'Correct your address so that it matches your proof of address.',
    rightFor: { proof: 'Upload a proof for the address you entered.' },
    fits: ['proof', 'address'],
  },
  ADDRESS_INCOMPLETE: {
    label: 'Address incomplete',
    wrong: 'Your address isn’t complete.',
    right:
      'Enter the house name or number, street, town and postcode, as they appear on your proof of address.',
    fits: ['address'],
  },
  ADDRESS_TYPE_UNSUPPORTED: {
    label: 'Not an accepted proof',
    wrong: 'We don’t accept this type of document as proof of address.',
    right: 'Upload a utility bill, bank statement or council tax bill; we don’t accept mobile phone bills.',
    fits: ['proof'],
  },
  SELFIE_UNCLEAR: {
    label: 'Face not clear',
    wrong: 'We can’t see your face clearly in the selfie.',
    right: 'Take a new one in good light, facing the camera, with nothing covering your face.',
    fits: ['selfie'],
  },
  SELFIE_NO_MATCH: {
    label: 'Face differs from the ID',
    wrong: 'We couldn’t match your selfie with the photo on your ID.',
    right: 'Take a new selfie in good light, alone and facing the camera.',
    fits: ['selfie'],
  },
  DATA_MISMATCH: {
    label: 'Data differs from the evidence',
    wrong: 'What you entered differs from your documents or the public register.',
    right: 'Correct it so that it matches the document or the register exactly.',
    fits: ['name', 'birth_date', 'address', 'registration', 'settlement', 'owner', 'representative'],
  },
  OWNERSHIP_UNCLEAR: {
    label: 'Ownership unclear',
    wrong: 'We can’t tell who owns or controls the company from what you sent.',
    right: 'List everyone who owns 25% or more, and upload a chart or register that shows it.',
    fits: ['owner', 'registration', 'other'],
  },
  AUTHORITY_UNPROVEN: {
    label: 'Authority not proven',
    wrong: 'We can’t tell whether this person may act for the company.',
    right: 'Upload a board resolution, power of attorney or another document that shows it.',
    fits: ['representative', 'other'],
  },
  OTHER: {
    label: 'Other (write what is wrong)',
    wrong: 'Something else needs your attention.',
    right: 'Correct this, then send it again.',
    fits: [
      'id',
      'selfie',
      'proof',
      'name',
      'birth_date',
      'address',
      'registration',
      'settlement',
      'owner',
      'representative',
      'other',
    ],
  },
}
