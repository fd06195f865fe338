import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PageArea } from '#contract/documents/readings.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { storedDocument } from '#web/shared/directory/testing.ts'
import type { CaseDocument } from '../selected-document.ts'
import { StagePane } from './stage-pane.tsx'

const NAME: PageArea = { page: 1, left: 0.5, top: 0.125, width: 0.25, height: 0.0625 }

class NoObserver {
  observe() {}
  disconnect() {}
}

/** Where the pane has scrolled to; there is something to scroll once the page is drawn, of 800 × 600 in 200 × 200. */
let scrolled: { left: number; top: number } | undefined

beforeEach(() => {
  scrolled = undefined
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('IntersectionObserver', NoObserver)
  vi.stubGlobal('fetch', async () => new Response('picture'))
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => {}
  const wide = (whole: number) =>
    function sizeOf(this: Element) {
      return this.querySelector('img') ? whole : 200
    }
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(wide(800))
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(wide(600))
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(200)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(200)
  Element.prototype.scrollTo = (to) => {
    if (typeof to === 'object') scrolled = { left: to.left ?? 0, top: to.top ?? 0 }
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function draw(
  turn: number,
  { document = {}, ...props }: { document?: Partial<CaseDocument>; marked?: PageArea; startAcross?: number },
) {
  renderRouted(() => (
    <StagePane
      title="ID front"
      document={{ ...storedDocument(), ...document }}
      view={{ zoom: 400, page: 1, turn }}
      isLookNeeded={false}
      onLarge={() => {}}
      {...props}
    />
  ))
  const picture = await screen.findByRole('img', { name: /^ID front/ })
  fireEvent.load(picture)
  return picture
}

const [WIDE, HIGH] = [
  { width: 1070, height: 676 },
  { width: 676, height: 1070 },
]

test.each([
  ['an upright ID', WIDE, 0, { left: 100, top: 200 }],
  ['an ID turned on its side', WIDE, 90, { left: 300, top: 50 }],
  ['an ID turned on its other side', WIDE, 270, { left: 300, top: 350 }],
  ['an ID that the turn set upright', HIGH, 90, { left: 100, top: 200 }],
])('the portrait of %s is in the middle once it is drawn', async (_, document, turn, place) => {
  await draw(turn, { document, startAcross: 0.25 })
  expect(scrolled).toEqual(place)
})

test('the frame around what was read turns with the page', async () => {
  const picture = await draw(90, { marked: NAME })
  const frame = picture.parentElement?.querySelector<HTMLElement>('span[aria-hidden]')
  expect(frame?.style.cssText).toContain('left: calc(81.25% - 6px); top: calc(50% - 6px)')
  expect(scrolled).toEqual({ left: 575, top: 275 })
})
