import { describe, expect, it } from 'vitest'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import { type CaptureHint, type Guidance, hintFor, nextGuidance, placeOf } from './capture-hints.ts'
import type { PageOutline } from './page-outline.ts'

const SIZE = { width: 1280, height: 960 }
const FRAME = { left: 60, top: 150, right: 1220, bottom: 880 }
const page = (x: number, width: number): PageOutline => ({
  topLeft: { x, y: 200 },
  topRight: { x: x + width, y: 200 },
  bottomRight: { x: x + width, y: 200 + width / 1.586 },
  bottomLeft: { x, y: 200 + width / 1.586 },
  openSides: [],
})
const seen = (problems: PictureProblem[], outline: PageOutline | null, faces: number | null = null) => ({
  frame: FRAME,
  judgement: { problems, page: outline },
  faces,
  face: faces ? faceAt(300) : null,
})
const faceAt = (left: number, width = 700) => ({ left, top: 200, right: left + width, bottom: 200 + width })
const withFace = (left: number, width?: number) => ({ ...seen([], null, 1), face: faceAt(left, width) })

describe('the most useful hint', () => {
  it.each<[CaptureHint, DocumentSlot, ReturnType<typeof seen>]>([
    ['hold_still', 'id-front', seen([], page(100, 1000))],
    ['fit_page', 'id-front', seen([], null)],
    ['fit_page', 'id-front', seen([], page(20, 1000))],
    ['hold_still', 'id-front', seen([], page(40, 1000))],
    ['fit_page', 'id-front', seen([], page(300, 1000))],
    ['move_closer', 'id-front', seen([], page(100, 450))],
    ['move_closer', 'id-front', seen(['too_far', 'blurred'], page(100, 300))],
    ['too_dark', 'id-front', seen(['too_dark'], null)],
    ['fit_page', 'id-front', seen(['cut_off', 'glare'], page(100, 1000))],
    ['glare', 'id-front', seen(['glare', 'blurred'], page(100, 1000))],
    ['blurred', 'proof-of-address', seen(['blurred'], page(100, 1000))],
    ['hold_level', 'id-back', seen(['tilted'], page(100, 1000))],
    ['look_ahead', 'selfie', seen([], null)],
    ['hold_still', 'selfie', seen([], null, 1)],
    ['fit_face', 'selfie', seen([], null, 0)],
    ['one_face', 'selfie', seen(['blurred'], null, 2)],
    ['face_closer', 'selfie', withFace(500, 300)],
  ])('is %s for %s', (hint, slot, frame) => {
    expect(hintFor(slot, frame)).toBe(hint)
  })
})

describe('guidance', () => {
  const run = (steps: [CaptureHint, number, number?][]) => {
    let last: Guidance | null = null
    return steps.map(([hint, at, x = 100]) => {
      const next = nextGuidance(last, hint, page(x, 1000), SIZE.width, at)
      last = next
      return next
    })
  }

  it('shows a hint for at least 800 ms, and speaks at most once in two seconds', () => {
    const steps = run([
      ['too_dark', 0],
      ['glare', 400],
      ['glare', 900],
      ['blurred', 1800],
      ['blurred', 2100],
    ])
    expect(steps.map(({ hint }) => hint)).toEqual(['too_dark', 'too_dark', 'glare', 'blurred', 'blurred'])
    expect(steps.map(({ spoken }) => spoken)).toEqual([
      'too_dark',
      'too_dark',
      'too_dark',
      'too_dark',
      'blurred',
    ])
  })

  it('speaks “Hold still” as soon as it is shown, once, and takes no photo before that', () => {
    const steps = run([
      ['glare', 0],
      ['hold_still', 400],
      ['hold_still', 800],
      ['hold_still', 900],
      ['hold_still', 1600],
      ['hold_still', 1700],
    ])
    expect(steps.map(({ spoken }) => spoken)).toEqual([
      'glare',
      'glare',
      'hold_still',
      'hold_still',
      'hold_still',
      'hold_still',
    ])
    expect(new Set(steps.slice(2).map(({ spokenAt }) => spokenAt))).toEqual(new Set([800]))
    expect(steps.map(({ isDue }) => isDue)).toEqual([false, false, false, false, false, true])
  })

  it('takes the photo after 0.8 s of holding still, and not while the page moves', () => {
    const still = run([
      ['hold_still', 0],
      ['hold_still', 200],
      ['hold_still', 900],
      ['hold_still', 1000],
    ])
    expect(still.map(({ isDue }) => isDue)).toEqual([false, false, false, true])
    const moving = run([
      ['hold_still', 0, 100],
      ['hold_still', 500, 160],
      ['hold_still', 1000, 220],
      ['hold_still', 1500, 280],
    ])
    expect(moving.some(({ isDue }) => isDue)).toBe(false)
  })

  it('takes the photo of a face that holds still, and not of one that moves', () => {
    const due = (places: number[]) => {
      let last: Guidance | null = null
      return places.map((left, index) => {
        const frame = withFace(left)
        const { isDue, ...next } = nextGuidance(
          last,
          hintFor('selfie', frame),
          placeOf(frame),
          SIZE.width,
          index * 500,
        )
        last = next
        return isDue
      })
    }
    expect(due([300, 305, 301, 303])).toEqual([false, false, false, true])
    expect(due([300, 360, 300, 380, 320])).toEqual(Array(5).fill(false))
  })
})
