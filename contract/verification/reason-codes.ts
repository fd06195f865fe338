// Separate from the schemas: the browser reads these without loading a validation library.

/** Reasons that a person can fix (cases, Reasons). OTHER needs a text. */
export const RETRY_REASONS = [
  'ID_EXPIRED',
  'ID_NAME_MISMATCH',
  'ID_DOB_MISMATCH',
  'ID_FRONT_MISSING',
  'ID_BACK_MISSING',
  'ID_SAME_SIDE_TWICE',
  'ID_TYPE_UNSUPPORTED',
  'ID_COPY_OR_SCREENSHOT',
  'ID_CUT_OFF',
  'IMAGE_BLURRED',
  'IMAGE_GLARE',
  'IMAGE_TOO_SMALL',
  'FILE_UNREADABLE',
  'FILE_PASSWORD_PROTECTED',
  'PAGE_MISSING',
  'ADDRESS_PROOF_TOO_OLD',
  'ADDRESS_NAME_MISMATCH',
  'ADDRESS_MISMATCH',
  'ADDRESS_INCOMPLETE',
  'ADDRESS_TYPE_UNSUPPORTED',
  'SELFIE_UNCLEAR',
  'SELFIE_NO_MATCH',
  'DATA_MISMATCH',
  'OWNERSHIP_UNCLEAR',
  'AUTHORITY_UNPROVEN',
  'OTHER',
] as const

/** Reasons that end a case; the applicant only ever sees one neutral text for all of them (cases, Reasons). */
export const FINAL_REASONS = [
  'FORGERY',
  'IDENTITY_THEFT',
  'DUPLICATE_PERSON',
  'SANCTIONS',
  'UNDER_AGE',
  'PROHIBITED_REGION',
  'POLICY',
] as const
