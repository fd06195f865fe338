import { ErrorState } from '#web/ui/empty-state.tsx'

/** Where the profile cannot be loaded: what was asked, and the details received (account-admin §2, Profile dashboard). */
export function ProfileFailed({
  query,
}: {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}) {
  return (
    <>
      <h1 className="mb-5" tabIndex={-1}>
        Dashboard
      </h1>
      <section>
        <h2 className="sr-only">Profile</h2>
        <ErrorState
          card
          title="Error Loading Profile"
          message={
            <>
              There was a problem loading your profile data
              <br />
              {query.error?.message || 'Unknown error'}
            </>
          }
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </section>
    </>
  )
}
