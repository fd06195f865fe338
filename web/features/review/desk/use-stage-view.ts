import { useCallback, useState } from 'react'
import type { PageArea } from '#contract/documents/readings.ts'
import type { PageView } from '#web/shared/documents/page-toolbar.tsx'

/** The zoom levels, in percent of the whole page. */
const STEPS = [100, 150, 200, 300, 400] as const
const CLOSE_UP = 200
/** How much larger a face is in a selfie than in the portrait of an ID, both fitting as a whole. */
const SELFIE_TO_PORTRAIT = { upright: 4, wide: 2 } as const
const FULL_TURN = 360
const QUARTER_TURN = 90

type Held = Omit<PageView, 'turn'> & { id: string; isChosen: boolean }

/**
 * The stage's view of the document with this id, and its controls. Zoom and page start again with each
 * document, at reading size; a document that was turned stays turned.
 */
export function useStageView(id: string, pages: number) {
  const [held, setHeld] = useState<Held>(() => startOf(id))
  const [turns, setTurns] = useState<ReadonlyMap<string, number>>(new Map())
  const { zoom, page, isChosen } = held.id === id ? held : startOf(id)
  const turnOf = (document: string) => turns.get(document) ?? 0
  const change = (part: Partial<Held>) => setHeld({ id, zoom, page, isChosen, ...part })
  const zoomTo = (next: number) => change({ zoom: next, isChosen: true })
  const larger = STEPS.find((step) => step > zoom)
  const smaller = STEPS.findLast((step) => step < zoom)
  return {
    view: { zoom, page, turn: turnOf(id) } satisfies PageView,
    turnOf,
    /** Zooms until the page can be read, unless a zoom was chosen. */
    startAt: useCallback(
      (next: number) =>
        setHeld((current) => {
          const now = current.id === id ? current : startOf(id)
          return now.isChosen ? now : { ...now, zoom: Math.min(next, STEPS[STEPS.length - 1] ?? next) }
        }),
      [id],
    ),
    zoomIn: larger ? () => zoomTo(larger) : undefined,
    zoomOut: smaller ? () => zoomTo(smaller) : undefined,
    turn: () => setTurns(new Map([...turns, [id, (turnOf(id) + QUARTER_TURN) % FULL_TURN]])),
    toggleCloseUp: () => zoomTo(zoom === STEPS[0] ? CLOSE_UP : STEPS[0]),
    isCloseUp: zoom > STEPS[0],
    nextPage: page < pages ? () => change({ page: page + 1 }) : undefined,
    previousPage: page > 1 ? () => change({ page: page - 1 }) : undefined,
  }
}
export type StageView = ReturnType<typeof useStageView>

/**
 * The zoom of an ID next to a selfie of this zoom, so that both faces are about as large and grow together: a selfie that
 * is higher than wide shows little more than the face.
 */
export function portraitZoom(
  zoom: number,
  { width, height }: { width: number | null; height: number | null },
): number {
  const shape = width !== null && height !== null && height > width ? 'upright' : 'wide'
  return zoom * SELFIE_TO_PORTRAIT[shape]
}

/** Where a part of a page is once the page is turned by this angle, as fractions of the turned page. */
export function turnedArea(area: PageArea, turn: number): PageArea {
  if (turn === 0) return area
  return turnedArea(
    {
      ...area,
      left: 1 - area.top - area.height,
      top: area.left,
      width: area.height,
      height: area.width,
    },
    turn - QUARTER_TURN,
  )
}

function startOf(id: string): Held {
  return { id, zoom: STEPS[0], page: 1, isChosen: false }
}
