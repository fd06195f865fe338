import { ApiError } from '#web/lib/api-error.ts'

export interface SubmissionFailure {
  title: string
  message: string
  /** What the server says of single fields. */
  fields: Record<string, string>
}

const NO_ANSWER =
  'We can’t reach the server. Your answers are kept. We’ll submit them when you’re back online, or you can submit them again.'

const GENERIC = 'There was a problem with your form submission. Please check all fields and try again.'

/** A failed submission in the words of the error catalogue (onboarding §8). */
export function submissionFailure(error: unknown): SubmissionFailure {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Submission Error',
      message: 'There was a problem submitting your information',
      fields: {},
    }
  }
  const { fields } = error
  if (error.status === 0) return { title: 'Submission Error', message: NO_ANSWER, fields }
  switch (error.code) {
    case 'DUPLICATE_ENTRY':
      return { title: 'Duplicate Information', message: error.message, fields }
    case 'VALIDATION_ERROR':
      return { title: 'Validation Error', message: GENERIC, fields }
    default:
      return { title: 'Submission Error', message: error.message, fields }
  }
}
