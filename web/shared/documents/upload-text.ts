import { UPLOAD_TEXT } from '#contract/file-types.ts'

interface UploadFieldText {
  /** The notice beside a stored file, and the button that takes another. */
  ready: string
  replace: string
  stored: { title: string; description: string }
  /** Of an upload that failed without a message of the server. */
  failed: { title: string; description: string }
}

/** What the upload widget says where onboarding and the account each have words of their own. */
export const UPLOAD_FIELD_TEXT = {
  // onboarding §2, §8
  onboarding: {
    ready: 'Document ready',
    replace: 'Upload Different Document',
    stored: {
      title: 'File uploaded successfully',
      description: 'Your document has been uploaded and saved.',
    },
    failed: { title: UPLOAD_TEXT.failedTitle, description: UPLOAD_TEXT.failed },
  },
  // account-admin §2, §8
  account: {
    ready: 'Upload complete',
    replace: 'Upload Another',
    stored: {
      title: 'Document Uploaded',
      description: 'Your document has been successfully uploaded.',
    },
    failed: { title: 'Upload Failed', description: 'There was an error uploading your document.' },
  },
} as const satisfies Record<string, UploadFieldText>

/** Where an upload widget stands. */
export type UploadPlace = keyof typeof UPLOAD_FIELD_TEXT
