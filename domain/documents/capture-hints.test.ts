import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import {
  type CaptureHint,
  type Guidance,
  hintFor,
  hintText,
  isGoodHint,
  namedInHint,
  nextGuidance,
  placeOf,
} from './capture-hints.ts'
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
/** As wide as it is drawn over a phone's picture. */
const OVAL = { left: 365, top: 115, right: 915, bottom: 845 }
const inOval = (face: typeof OVAL) => ({ ...seen([], null, 1), frame: OVAL, face })

describe('the most useful hint', () => {
  it.each([
    ['before a face was looked for', seen([], null), false],
    ['with a face in the oval', withFace(300), true],
    ['without one', seen([], null, 0), false],
  ])('on a selfie says that all is well or not: %s', (_when, frame, isGood) => {
    expect(isGoodHint(hintFor('selfie', frame))).toBe(isGood)
  })

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
    // The whole of it, to the left of the oval, below it, half in it, and larger than it.
    ['fit_face', 'selfie', inOval({ left: 20, top: 300, right: 420, bottom: 700 })],
    ['fit_face', 'selfie', inOval({ left: 440, top: 560, right: 840, bottom: 960 })],
    ['fit_face', 'selfie', inOval({ left: 240, top: 300, right: 640, bottom: 700 })],
    ['fit_face', 'selfie', inOval({ left: 190, top: 30, right: 1090, bottom: 930 })],
    ['hold_still', 'selfie', inOval({ left: 440, top: 280, right: 840, bottom: 680 })],
    // As the model finds a head that fills the oval.
    ['hold_still', 'selfie', inOval({ left: 290, top: 195, right: 990, bottom: 895 })],
    ['hold_still', 'selfie', inOval({ left: 500, top: 330, right: 900, bottom: 730 })],
  ])('is %s for %s', (hint, slot, frame) => {
    expect(hintFor(slot, frame)).toBe(hint)
  })
})

describe('what to photograph', () => {
  it.each([
    ['the front of your driving licence', 'id-front', 'drivingLicence'],
    ['the back of your residence permit', 'id-back', 'residencePermit'],
    ['the photo page of your passport', 'id-front', 'passport'],
    ['the front of your ID card', 'id-front', null],
    ['your proof of address', 'proof-of-address', 'drivingLicence'],
    ['your face', 'selfie', null],
  ] as const)('is called %s', (name, slot, docType) => {
    expect(namedInHint(slot, docType)).toBe(name)
  })

  it('is named by the hint that wants it larger', () => {
    expect(hintText('move_closer', 'id-front', 'drivingLicence').more).toBe(
      'Fill the frame with the front of your driving licence.',
    )
    expect(hintText('glare', 'id-front', null).hint).toBe('Glare')
  })
})

describe('a face', () => {
  const half = (OVAL.right - OVAL.left) / 2
  const [middle, centre] = [(OVAL.left + OVAL.right) / 2, (OVAL.top + OVAL.bottom) / 2]
  /** A square face by its middle, in halves of the oval, and by its size as a fraction of the oval's width. */
  const faceIn = ([x, y]: readonly [number, number], size: number) => {
    const reach = size * half
    const [left, top] = [middle + x * half - reach, centre + (y * (OVAL.bottom - OVAL.top)) / 2 - reach]
    return inOval({ left, top, right: left + 2 * reach, bottom: top + 2 * reach })
  }
  const size = fc.double({ min: 0.05, max: 1.5, noNaN: true })
  const turn = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
  const at = (distance: number, angle: number) =>
    [distance * Math.cos(angle), distance * Math.sin(angle)] as const

  it('whose middle is outside the oval is never taken', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 3, noNaN: true }), turn, size, (distance, angle, share) => {
        expect(hintFor('selfie', faceIn(at(distance, angle), share))).toBe('fit_face')
      }),
    )
  })

  it('that fills the oval, with its middle close to the oval’s, is', () => {
    const [near, large] = [
      fc.double({ min: 0, max: 0.15, noNaN: true }),
      fc.double({ min: 0.45, max: 1.15, noNaN: true }),
    ]
    fc.assert(
      fc.property(near, turn, large, (distance, angle, share) => {
        expect(hintFor('selfie', faceIn(at(distance, angle), share))).toBe('hold_still')
      }),
    )
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
