import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { portraitZoom, turnedArea, useStageView } from './use-stage-view.ts'

function stageOf(first: string) {
  const { result, rerender } = renderHook(({ id }) => useStageView(id, 1), { initialProps: { id: first } })
  return {
    get: () => result.current,
    show: (id: string) => rerender({ id }),
    zoom: () => result.current.view.zoom,
  }
}

test('a page too small to read starts at the zoom that makes it legible, and each document again', () => {
  const stage = stageOf('letter')
  act(() => stage.get().startAt(160))
  expect([stage.zoom(), stage.get().isCloseUp]).toEqual([160, true])
  stage.show('card')
  expect([stage.zoom(), stage.get().isCloseUp]).toEqual([100, false])
})

test('a zoom that the reviewer has chosen stays when the next page is drawn', () => {
  const stage = stageOf('letter')
  act(() => stage.get().startAt(160))
  act(() => stage.get().zoomOut?.())
  act(() => stage.get().startAt(160))
  expect(stage.zoom()).toBe(150)
  act(() => stage.get().zoomIn?.())
  expect(stage.zoom()).toBe(200)
})

test('a document that was turned stays turned, also when it stands next to another', () => {
  const stage = stageOf('card')
  act(() => stage.get().turn())
  stage.show('selfie')
  expect([stage.get().view.turn, stage.get().turnOf('card')]).toEqual([0, 90])
  stage.show('card')
  expect(stage.get().view.turn).toBe(90)
})

test('the portrait of an ID is shown as large as the face of the selfie, and both grow together', () => {
  const stage = stageOf('selfie')
  const [wide, upright] = [
    { width: 1070, height: 676 },
    { width: 1080, height: 1440 },
  ]
  expect([stage.zoom(), portraitZoom(stage.zoom(), wide), portraitZoom(stage.zoom(), upright)]).toEqual([
    100, 200, 400,
  ])
  act(() => stage.get().toggleCloseUp())
  expect([stage.zoom(), portraitZoom(stage.zoom(), wide)]).toEqual([200, 400])
})

test('a part of a page turns along with it', () => {
  const name = { page: 1, left: 0.5, top: 0.125, width: 0.25, height: 0.0625 }
  expect([90, 180, 270].map((turn) => turnedArea(name, turn))).toEqual([
    { page: 1, left: 0.8125, top: 0.5, width: 0.0625, height: 0.25 },
    { page: 1, left: 0.25, top: 0.8125, width: 0.25, height: 0.0625 },
    { page: 1, left: 0.125, top: 0.25, width: 0.0625, height: 0.25 },
  ])
})
