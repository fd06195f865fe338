import { AppError } from '#server/platform/http/app-error.ts'

/** A failure of a provider. */
export class ProviderFailure extends AppError {
  /** Whether it gave a definite answer; otherwise what was asked may yet have been done. */
  readonly answered: boolean

  constructor(message: string, answered: boolean, cause: Error) {
    super('PROVIDER_FAILED', message, {}, { cause })
    this.name = 'ProviderFailure'
    this.answered = answered
  }
}
