import { ErrorState } from '#web/ui/empty-state.tsx'

/** Shown if the progress of a verification can't be loaded. */
export function VerificationFailed({ message, retry }: { message: string; retry: () => void }) {
  return (
    <section>
      <h2 className="sr-only">Verification progress</h2>
      <ErrorState card title="Failed to load verification status" message={message} onRetry={retry} />
    </section>
  )
}
