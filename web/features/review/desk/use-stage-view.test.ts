import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { selfieZoom, useStageView } from './use-stage-view.ts'

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

test('the close-up of a portrait leaves the selfie next to it whole, and both grow together from there', () => {
  const stage = stageOf('selfie')
  act(() => stage.get().toggleCloseUp())
  expect([stage.zoom(), selfieZoom(stage.zoom())]).toEqual([200, 100])
  act(() => stage.get().zoomIn?.())
  expect([stage.zoom(), selfieZoom(stage.zoom())]).toEqual([300, 150])
})
