import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** Shown for a part of the account that failed to load; the rest of the page stays. */
export function PanelFailed({
  query,
}: {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}) {
  return (
    <Banner kind="error" title="This part could not be loaded" className="mt-3">
      <p>{query.error?.message}</p>
      <Button
        className="mt-3"
        busy={query.isFetching}
        busyLabel="Trying again..."
        onClick={() => void query.refetch()}
      >
        Try Again
      </Button>
    </Banner>
  )
}
