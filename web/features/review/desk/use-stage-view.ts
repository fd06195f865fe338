import { useState } from 'react'
import type { PageView } from '#web/shared/documents/page-toolbar.tsx'

/** The zoom levels, in percent of the whole page. */
const STEPS = [100, 150, 200, 300, 400] as const
const CLOSE_UP = 200
const FULL_TURN = 360
const QUARTER_TURN = 90
const START: PageView = { zoom: 100, turn: 0, page: 1 }

/** The stage's view of the document with this id, reset for each, and its controls. */
export function useStageView(id: string, pages: number) {
  const [held, setHeld] = useState({ id, view: START })
  const view = held.id === id ? held.view : START
  const change = (part: Partial<PageView>) => setHeld({ id, view: { ...view, ...part } })
  const larger = STEPS.find((step) => step > view.zoom)
  const smaller = STEPS.findLast((step) => step < view.zoom)
  return {
    view,
    zoomIn: larger ? () => change({ zoom: larger }) : undefined,
    zoomOut: smaller ? () => change({ zoom: smaller }) : undefined,
    turn: () => change({ turn: (view.turn + QUARTER_TURN) % FULL_TURN }),
    toggleCloseUp: () => change({ zoom: view.zoom === STEPS[0] ? CLOSE_UP : STEPS[0] }),
    isCloseUp: view.zoom > STEPS[0],
    nextPage: view.page < pages ? () => change({ page: view.page + 1 }) : undefined,
    previousPage: view.page > 1 ? () => change({ page: view.page - 1 }) : undefined,
  }
}
export type StageView = ReturnType<typeof useStageView>
