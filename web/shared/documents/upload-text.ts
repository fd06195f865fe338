import { UPLOAD_TEXT } from '#contract/file-types.ts'

interface UploadFieldText {
  /** The notice next to a stored file, and the button that replaces it. */
  ready: string
  replace: string
  stored: { title: string; description: string }
  /** For an upload that failed without a message from the server. */
  failed: { title: string; description: string }
}

/** The upload widget's texts that differ between onboarding and the account. */
export const UPLOAD_FIELD_TEXT = {
  onboarding: {
    ready: 'Document ready',
    replace: 'Upload Different Document',
    stored: {
      title: 'File uploaded successfully',
      description: 'Your document has been uploaded and saved.',
    },
    failed: { title: UPLOAD_TEXT.failedTitle, description: UPLOAD_TEXT.failed },
  },
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

/** Where an upload widget is shown. */
export type UploadPlace = keyof typeof UPLOAD_FIELD_TEXT
