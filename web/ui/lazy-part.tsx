import {
  type ComponentType,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from 'react'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import { fetchModule, type ModuleNotLoaded } from '#web/lib/fetch-module.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { ErrorPage } from './error-page.tsx'

const LEAD = 'Check your connection. We’ll try again when you’re back online.'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never
/** Does not look at the module's own types, which depend on those of the router. */
type LazyPage = ComponentType<{ children?: ReactNode }> & { preload: () => Promise<void> }
type Lazy<Part> = ComponentType<PropsOf<Part>> & { preload: () => Promise<void> }

/** How long a failure counts for a part that was fetched ahead: it is tried again when the part is to show. */
const FRESH_MS = 1000

/**
 * A page in a chunk of its own, the named export of a module. One that cannot be fetched is tried once more, then the
 * page says so and offers another try.
 */
export function lazyPage<M>(load: () => Promise<M>, name: keyof M): LazyPage {
  return lazily(load, name, PageNotLoaded) as LazyPage
}

/** The same for a part within a page, under a `Suspense` of its own: it says so in its own place. */
export function lazyPart<M, Name extends keyof M>(load: () => Promise<M>, name: Name): Lazy<M[Name]> {
  return lazily(load, name, PartNotLoaded)
}

function lazily<M, Name extends keyof M>(
  load: () => Promise<M>,
  name: Name,
  Failed: typeof PartNotLoaded,
): Lazy<M[Name]> {
  let Part: ComponentType<object> | undefined
  let failure: { error: ModuleNotLoaded; since: number } | undefined
  let loading: Promise<void> | undefined
  let awaited: Promise<void> | undefined
  let isShown = false
  const start = () => {
    loading ??= fetchModule(load)
      .then(
        (module) => {
          Part = module[name] as ComponentType<object>
        },
        (error: ModuleNotLoaded) => {
          failure = { error, since: performance.now() }
        },
      )
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  function LazyPart(props: object) {
    const [, look] = useReducer((looks: number) => looks + 1, 0)
    useEffect(() => {
      isShown = true
      return () => {
        isShown = false
        failure = undefined
      }
    }, [])
    if (failure && !isShown && performance.now() - failure.since > FRESH_MS) failure = undefined
    if (!Part && !failure) awaited = start()
    // Once it is there as well: React wants what held a part up to be used again.
    if (awaited) use(awaited)
    if (Part) return <Part {...props} />
    return failure ? <Failed failure={failure.error} retry={() => start().then(look)} /> : null
  }
  return Object.assign(LazyPart, { preload: start }) as unknown as Lazy<M[Name]>
}

interface Props {
  failure: ModuleNotLoaded
  /** Tries again; called by itself when the line is back. */
  retry: () => Promise<void>
}

/** In place of a page whose code could not be fetched. One that a new version took away reloads the document, once. */
function PageNotLoaded({ failure, retry }: Props) {
  const [reloads] = useState(() => failure.isGone && mayReload())
  useEffect(() => {
    if (reloads) location.reload()
  }, [reloads])
  const actions = useRetry(retry)
  if (reloads) return <main id="main" tabIndex={-1} aria-busy="true" />
  return <ErrorPage title="This page didn’t load" lead={LEAD} actions={actions} />
}

/** In place of a part of a page; the rest of the page stays as it is, with what was typed there. */
function PartNotLoaded({ retry }: Props) {
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
