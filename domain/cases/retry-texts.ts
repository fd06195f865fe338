import type { RetryReason } from '#contract/cases.ts'

/** The groups of items a reason can be said of. */
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
  /** How the reviewer's list names it. */
  label: string
  /** What is wrong, in one sentence. */
  wrong: string
  /** How to do it right, in one sentence. */
  right: string
  fits: readonly ItemGroup[]
}

const FILES: readonly ItemGroup[] = ['id', 'selfie', 'proof', 'other']
const PAPERS: readonly ItemGroup[] = ['id', 'proof', 'other']
const IMAGES: readonly ItemGroup[] = ['id', 'selfie', 'proof', 'other']

/** Every retry reason in plain English (cases.md, Reasons). For OTHER the reviewer's own text says what is wrong. */
export const RETRY_TEXTS: Readonly<Record<RetryReason, RetryText>> = {
  ID_EXPIRED: {
    label: 'ID has expired',
    wrong: 'The ID document has expired.',
    right: 'Upload a document that is still in date today.',
    fits: ['id'],
  },
  ID_NAME_MISMATCH: {
    label: 'Name differs from the ID',
    wrong: 'The name on the ID document is not the name you entered.',
    right:
      'Correct your name so that it reads exactly as on the document, or upload the document that shows it.',
    fits: ['id', 'name'],
  },
  ID_DOB_MISMATCH: {
    label: 'Date of birth differs from the ID',
    wrong: 'The date of birth on the ID document is not the one you entered.',
    right: 'Correct your date of birth, or upload the document that shows it.',
    fits: ['id', 'birth_date'],
  },
  ID_FRONT_MISSING: {
    label: 'Front is missing',
    wrong: 'We do not have the side of your ID document that shows your photo.',
    right: 'Upload the side with your photo, or the photo page of your passport.',
    fits: ['id'],
  },
  ID_BACK_MISSING: {
    label: 'Back is missing',
    wrong: 'We do not have the back of your ID document.',
    right: 'Turn the card over and upload a picture of the back.',
    fits: ['id'],
  },
  ID_SAME_SIDE_TWICE: {
    label: 'Same side twice',
    wrong: 'The front and the back show the same side of the card.',
    right: 'Turn the card over and upload the side that we do not have yet.',
    fits: ['id'],
  },
  ID_TYPE_UNSUPPORTED: {
    label: 'Not an accepted ID',
    wrong: 'This is not a kind of ID document that we accept.',
    right: 'Upload a passport, a photocard driving licence or a residence permit.',
    fits: ['id'],
  },
  ID_COPY_OR_SCREENSHOT: {
    label: 'Copy or screenshot',
    wrong: 'The picture shows a copy, a screenshot or a screen instead of the document itself.',
    right: 'Take a new picture of the original document with your camera.',
    fits: ['id'],
  },
  ID_CUT_OFF: {
    label: 'Cut off',
    wrong: 'Part of the document is outside the picture or covered.',
    right: 'Lay it flat and take a picture with all four corners showing.',
    fits: ['id'],
  },
  IMAGE_BLURRED: {
    label: 'Blurred',
    wrong: 'The picture is blurred, so we cannot read it.',
    right: 'Hold the camera still in good light and wait until the picture is sharp.',
    fits: IMAGES,
  },
  IMAGE_GLARE: {
    label: 'Glare or reflections',
    wrong: 'Light or a reflection covers part of the picture.',
    right: 'Move away from direct light, switch off the flash and take the picture again.',
    fits: IMAGES,
  },
  IMAGE_TOO_SMALL: {
    label: 'Too small to read',
    wrong: 'The picture is too small to read.',
    right: 'Take the picture from closer, so that the document fills it, and upload it at full size.',
    fits: IMAGES,
  },
  FILE_UNREADABLE: {
    label: 'File cannot be opened',
    wrong: 'We cannot open this file.',
    right: 'Save it again as PNG, JPEG or PDF, check that it opens on your device, and upload it.',
    fits: FILES,
  },
  FILE_PASSWORD_PROTECTED: {
    label: 'Password protected',
    wrong: 'The file is protected by a password.',
    right: 'Save a copy without a password and upload that one.',
    fits: PAPERS,
  },
  PAGE_MISSING: {
    label: 'Page is missing',
    wrong: 'The document is not complete.',
    right: 'Upload one file that holds every page of it.',
    fits: PAPERS,
  },
  ADDRESS_PROOF_TOO_OLD: {
    label: 'Proof of address too old',
    wrong: 'The proof of address is dated more than 3 months before you sent it.',
    right: 'Upload one that is dated within 3 months.',
    fits: ['proof'],
  },
  ADDRESS_NAME_MISMATCH: {
    label: 'Name differs on the proof',
    wrong: 'The proof of address is not in the name you entered.',
    right: 'Upload one that is addressed to you by your full name.',
    fits: ['proof'],
  },
  ADDRESS_MISMATCH: {
    label: 'Address differs from the proof',
    wrong: 'The address on the proof is not the address you entered.',
    right: 'Correct your address, or upload a proof for the address you entered.',
    fits: ['proof', 'address'],
  },
  ADDRESS_INCOMPLETE: {
    label: 'Address incomplete',
    wrong: 'The address is not complete.',
    right: 'Enter house name or number, street, town and postcode, as they stand on your proof of address.',
    fits: ['address', 'proof'],
  },
  ADDRESS_TYPE_UNSUPPORTED: {
    label: 'Not an accepted proof',
    wrong: 'This is not a kind of document that we accept as proof of address.',
    right: 'Upload a utility bill, a bank statement or a council tax bill; mobile phone bills do not count.',
    fits: ['proof'],
  },
  SELFIE_UNCLEAR: {
    label: 'Face not clear',
    wrong: 'We cannot see your face clearly in the selfie.',
    right:
      'Take a new one in good light, facing the camera, without glasses, a hat or anything else over your face.',
    fits: ['selfie'],
  },
  SELFIE_NO_MATCH: {
    label: 'Face differs from the ID',
    wrong: 'We could not match the selfie with the photo on your ID document.',
    right: 'Take a new selfie of yourself, alone and facing the camera, in good light.',
    fits: ['selfie'],
  },
  DATA_MISMATCH: {
    label: 'Data differs from the evidence',
    wrong: 'What you entered here differs from the documents or the public register.',
    right: 'Correct it so that it reads exactly as in the document or the register.',
    fits: ['name', 'birth_date', 'address', 'registration', 'settlement', 'owner', 'representative'],
  },
  OWNERSHIP_UNCLEAR: {
    label: 'Ownership unclear',
    wrong: 'We cannot see from what you sent who owns or controls the company.',
    right: 'Name everyone who owns 25% or more, and upload a chart or register that shows it.',
    fits: ['owner', 'registration', 'other'],
  },
  AUTHORITY_UNPROVEN: {
    label: 'Authority not proven',
    wrong: 'We cannot see that this person may act for the company.',
    right: 'Upload a board resolution, a power of attorney or another document that says so.',
    fits: ['representative', 'other'],
  },
  OTHER: {
    label: 'Other (write what is wrong)',
    wrong: 'Something else needs your attention.',
    right: 'Follow the note from our reviewer, then send it again.',
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
