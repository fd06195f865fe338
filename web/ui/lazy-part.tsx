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
/** Independent of the module's own types, which depend on the router's. */
type LazyPage = ComponentType<{ children?: ReactNode }> & { preload: () => Promise<void> }
type Lazy<Part> = ComponentType<PropsOf<Part>> & { preload: () => Promise<void> }

/** How long a failed preload counts; after that the part is fetched again when it is shown. */
const FRESH_MS = 1000

/**
 * A page in its own chunk, a module's named export. If it can't be fetched it is tried once more, then the page
 * says so and offers a retry.
 */
export function lazyPage<M>(load: () => Promise<M>, name: keyof M): LazyPage {
  return lazily(load, name, PageNotLoaded) as LazyPage
}

/** The same for a part of a page, inside its own `Suspense`: it reports failure in its own place. */
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
    // Also once it has loaded: React requires that what suspended a component is used again.
    if (awaited) use(awaited)
    if (Part) return <Part {...props} />
    return failure ? <Failed failure={failure.error} retry={() => start().then(look)} /> : null
  }
  return Object.assign(LazyPart, { preload: start }) as unknown as Lazy<M[Name]>
}

interface Props {
  failure: ModuleNotLoaded
  /** Tries again; called automatically when the connection is back. */
  retry: () => Promise<void>
}

/**
 * Shown instead of a page whose code couldn't be fetched. If a new version has replaced it, reloads the
 * document once.
 */
function PageNotLoaded({ failure, retry }: Props) {
  const [reloads] = useState(() => failure.isGone && mayReload())
  useEffect(() => {
    if (reloads) location.reload()
  }, [reloads])
  const actions = useRetry(retry)
  if (reloads) return <main id="main" tabIndex={-1} aria-busy="true" />
  return <ErrorPage title="This page didn’t load" lead={LEAD} actions={actions} />
}

/** Shown instead of a part of a page; the rest of the page stays as it is, including what was typed. */
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

/** Whether this URL wasn't just reloaded for the same reason; without storage it is never reloaded. */
function mayReload(): boolean {
  const here = location.href
  return (
    readStored('session', SESSION_KEYS.reloadedAt) !== here &&
    writeStored('session', SESSION_KEYS.reloadedAt, here)
  )
}
