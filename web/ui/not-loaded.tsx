import { useEffect, useEffectEvent, useState } from 'react'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import type { ModuleNotLoaded } from '#web/lib/fetch-module.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { ErrorPage } from './error-page.tsx'

const LEAD = 'Check your connection. We’ll try again when you’re back online.'

interface Props {
  failure: ModuleNotLoaded
  /** Tries again; called by itself when the line is back. */
  retry: () => Promise<void>
}

/** In place of a page whose code could not be fetched. One that a new version took away reloads the document, once. */
export function PageNotLoaded({ failure, retry }: Props) {
  const [reloads] = useState(() => failure.isGone && mayReload())
  useEffect(() => {
    if (reloads) location.reload()
  }, [reloads])
  const actions = useRetry(retry)
  if (reloads) return <main id="main" tabIndex={-1} aria-busy="true" />
  return <ErrorPage title="This page didn’t load" lead={LEAD} actions={actions} />
}

/** In place of a part of a page; the rest of the page stays as it is, with what was typed there. */
export function PartNotLoaded({ retry }: Props) {
  const actions = useRetry(retry)
  return (
    <Banner kind="error" title="This part of the page didn’t load" live>
      <p>{LEAD}</p>
      <div className="mt-3 flex flex-wrap gap-3">{actions}</div>
    </Banner>
  )
}

function useRetry(retry: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const handleRetry = async () => {
    setBusy(true)
    await retry()
    setBusy(false)
  }
  const handleOnline = useEffectEvent(() => void handleRetry())
  useEffect(() => {
    const onOnline = () => handleOnline()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])
  return (
    <>
      <Button variant="primary" busy={busy} onClick={handleRetry}>
        Try again
      </Button>
      <Button variant="tertiary" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </>
  )
}

/** Whether this address has not just been reloaded for the same reason; without storage it is never reloaded. */
function mayReload(): boolean {
  const here = location.href
  return (
    readStored('session', SESSION_KEYS.reloadedAt) !== here &&
    writeStored('session', SESSION_KEYS.reloadedAt, here)
  )
}
