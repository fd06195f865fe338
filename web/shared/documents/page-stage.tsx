import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import type { PageArea } from '#contract/documents/readings.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { SignInAgain, solvedBySignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { pagePicture } from './page-picture.ts'
import { type PageView, pageKeys } from './page-toolbar.tsx'

const ENDED = { title: 'Your session has ended', why: 'Sign in again to open documents.' }
const TOO_OLD = { why: 'You signed in more than 15 minutes ago. Sign in again to open documents.' }
const LINE_LOST = 'We can’t reach the server. The page opens as soon as you’re back online.'
const BASE_WIDTH = 'min(100%, 600px)'

/** The current page of a document in a scrollable area; keys zoom and turn pages. `title` is the document's name. */
export function PageStage({
  title,
  url,
  pages,
  view,
  onView,
  description,
  onDrawn,
}: {
  title: string
  /** The document's URL. */
  url: string
  pages: number
  view: PageView
  onView: (change: Partial<PageView>) => void
  /** Describes the page to those who can't see it. */
  description: string
  /** Called once the page is visible; `pages` is the document's page count. */
  onDrawn: (page: number, pages: number, picture: HTMLImageElement) => void
}) {
  return (
    <section
      className="-m-(--stage-pad) grid max-h-[72vh] w-[calc(100%+2*var(--stage-pad))] overflow-auto p-(--stage-pad) in-[[role=dialog]]:max-h-[60vh]"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onKeyDown={pageKeys({ pages, view, onView })}
      aria-label={`Page of ${title}`}
    >
      <PageImage url={url} {...view} description={description} onDrawn={onDrawn} />
    </section>
  )
}

type Props = {
  /** The document's URL; its pages are pictures that the server renders. */
  url: string
  page: number
  zoom: number
  turn: number
  description: string
  /** Called once the page is visible; `pages` is the document's page count. */
  onDrawn: (page: number, pages: number, picture: HTMLImageElement) => void
  /** Whether the whole page fits at 100%, in a frame that is a size container. */
  fitsFrame?: boolean
  /** The highlighted part of the page. */
  marked?: PageArea | null
  /** Called with why the page can't be shown, if signing in doesn't solve it, and with null once it is tried again. */
  onFailure?: (failure: Error | null) => void
  /** Another action for a page that can't be shown. */
  otherWay?: ReactNode
}

/**
 * One page of a document, zoomed and rotated. The frame takes the rotated page's shape, so that all of it can
 * be scrolled to.
 */
export function PageImage(props: Props) {
  const {
    url,
    page,
    zoom,
    turn,
    description,
    onDrawn,
    fitsFrame = false,
    marked = null,
    onFailure,
    otherWay,
  } = props
  const [attempt, tryAgain] = useReducer((attempts: number) => attempts + 1, 0)
  const shown = usePage(url, page, attempt)
  const failure = shown instanceof Error && !solvedBySignIn(shown) ? shown : null
  useEffect(() => {
    onFailure?.(failure)
  }, [failure, onFailure])
  const isLineLost = failure instanceof ApiError && failure.status === 0
  useEffect(() => {
    if (!isLineLost) return
    return onlineManager.subscribe((isOnline) => {
      if (isOnline) tryAgain()
    })
  }, [isLineLost])
  const [size, setSize] = useState<{ of: string; width: number; height: number }>()
  if (shown === 'loading')
    return (
      <LoadingRegion label="Loading the page" className="place-self-center">
        <Skeleton width={420} height={320} />
      </LoadingRegion>
    )
  if (solvedBySignIn(shown))
    return (
      <SignInAgain
        {...(isSignedOut(shown) ? ENDED : TOO_OLD)}
        onDone={tryAgain}
        className="max-w-[480px] place-self-center"
      />
    )
  if (shown instanceof Error)
    return (
      <div className="place-self-center text-center" role="alert">
        <p>{isLineLost ? LINE_LOST : shown.message}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <Button onClick={tryAgain}>Try again</Button>
          {otherWay}
        </div>
      </div>
    )
  const { width, height } = size?.of === shown.src ? size : { width: 428, height: 270 }
  const isSideways = turn % 180 !== 0
  const ratio = isSideways ? height / width : width / height
  const base = fitsFrame ? `min(100cqw, 100cqh * ${ratio})` : BASE_WIDTH
  return (
    <div
      // The frame isn't rotated with the page, so that its shadow falls down.
      className={classNames('relative rounded-[14px]', size?.of === shown.src && 'shadow-3')}
      style={{
        width: `calc(${base} * ${zoom / 100})`,
        aspectRatio: String(ratio),
        placeSelf: 'safe center',
      }}
    >
      <img
        className="absolute top-1/2 left-1/2 max-w-none rounded-[14px]"
        style={{
          width: isSideways ? `${(100 * width) / height}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
        src={shown.src}
        alt={description}
        onLoad={({ currentTarget: picture }) => {
          setSize({ of: shown.src, width: picture.naturalWidth, height: picture.naturalHeight })
          onDrawn(page, shown.pages, picture)
        }}
      />
      {marked && size?.of === shown.src ? (
        <span
          aria-hidden
          className="pointer-events-none absolute rounded-1 border-2 border-yellow-solid shadow-1"
          style={{
            left: `calc(${marked.left * 100}% - 6px)`,
            top: `calc(${marked.top * 100}% - 6px)`,
            width: `calc(${marked.width * 100}% + 12px)`,
            height: `calc(${marked.height * 100}% + 12px)`,
          }}
        />
      ) : null}
    </div>
  )
}

type Page = { src: string; pages: number } | 'loading' | Error

/** Fetches the picture of a page, so that a refusal can be read, and releases it with the component. */
function usePage(url: string, page: number, attempt: number): Page {
  const wanted = `${url} ${page} ${attempt}`
  const [found, setFound] = useState<{ of: string; page: Page }>({ of: '', page: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    let src: string | undefined
    pagePicture(url, page, controller.signal).then(
      ({ blob, pages }) => {
        if (controller.signal.aborted) return
        src = URL.createObjectURL(blob)
        setFound({ of: wanted, page: { src, pages } })
      },
      (error: Error) => {
        if (!controller.signal.aborted) setFound({ of: wanted, page: error })
      },
    )
    return () => {
      controller.abort()
      if (src) URL.revokeObjectURL(src)
    }
  }, [url, page, wanted])
  return found.of === wanted ? found.page : 'loading'
}
