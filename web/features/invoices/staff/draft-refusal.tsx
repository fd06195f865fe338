import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Why a draft was not saved; when someone else was faster, it offers the draft as it is now. */
export function DraftRefusal({ error, onLoad }: { error: Error | null; onLoad: () => void }) {
  if (!error) return null
  if (error instanceof ApiError && error.code === 'STALE_VERSION')
    return (
      <Banner
        kind="warning"
        title="Someone else changed this draft after you opened it"
        live
        className="mt-6"
      >
        Nothing was overwritten, and what you typed is still here.{' '}
        <button type="button" className="link" onClick={onLoad}>
          Discard my changes and load theirs
        </button>
      </Banner>
    )
  if (isSignedOut(error))
    return (
      <Banner kind="warning" title="Your session has ended" live className="mt-6">
        What you typed is kept on this page.{' '}
        <a className="link" href={signInUrl('/admin/dashboard')} target="_blank" rel="noreferrer">
          Sign in again in a new tab
        </a>
        , then save again here.
      </Banner>
    )
  const details = error instanceof ApiError ? [...new Set(Object.values(error.fields))] : []
  return (
    <Banner kind="error" title="The draft was not saved" live className="mt-6">
      {details.length > 1 ? 'Look at the fields that are marked above.' : error.message}
    </Banner>
  )
}
