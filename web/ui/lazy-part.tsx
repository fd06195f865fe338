import { type ComponentType, type ReactNode, use, useEffect, useReducer } from 'react'
import { fetchModule, type ModuleNotLoaded } from '#web/lib/fetch-module.ts'
import { PageNotLoaded, PartNotLoaded } from './not-loaded.tsx'

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
    if (Part) return <Part {...props} />
    if (failure && !isShown && performance.now() - failure.since > FRESH_MS) failure = undefined
    if (!failure) use(start())
    return failure ? <Failed failure={failure.error} retry={() => start().then(look)} /> : null
  }
  return Object.assign(LazyPart, { preload: start }) as unknown as Lazy<M[Name]>
}
