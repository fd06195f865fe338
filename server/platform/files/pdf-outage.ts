import { AppError } from '#server/platform/http/app-error.ts'
import { OUT_OF_TIME, type OVER_LIMIT, type PdfStop, ProcessEnded } from './pdf-process.ts'

const RETRY_SECONDS = 10

/**
 * A process's answer. Throws UNAVAILABLE if the process ended, or had no time for the file, because another attempt may
 * succeed.
 */
export async function answerOrOutage<Answer>(
  asked: Promise<Answer | PdfStop>,
): Promise<Answer | typeof OVER_LIMIT> {
  try {
    const answer = await asked
    if (answer === OUT_OF_TIME) throw new ProcessEnded('The PDF process had no time to answer')
    return answer
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error
    throw new AppError(
      'UNAVAILABLE',
      'We can’t open PDFs at the moment. Please try again in a minute.',
      { retryAfter: RETRY_SECONDS },
      { cause: error },
    )
  }
}
