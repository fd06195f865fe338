import { Banner } from '#web/ui/banner.tsx'

/** The banner after a failed update of the user type, with another try (onboarding §8). */
export function UpdateFailed({ detail, onRetry }: { detail?: string | null; onRetry: () => void }) {
  return (
    <Banner kind="error" title="Update Failed" live className="mt-6">
      There was an error while updating your user type. Please try again. {detail}{' '}
      <button className="link" type="button" onClick={onRetry}>
        Try Again
      </button>
    </Banner>
  )
}
