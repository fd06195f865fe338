// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { UploadField } from './upload-field.tsx'
import type { UploadFieldLook } from './upload-field-look.ts'

afterEach(cleanup)

const nothing = () => {}
const HANDLERS = {
  onBrowse: nothing,
  onDrop: nothing,
  onUpload: nothing,
  onCancel: nothing,
  onReplace: nothing,
}
const PNG = new File(['x'], 'selfie.png', { type: 'image/png' })

function field(state: UploadFieldLook, extra: Partial<Parameters<typeof UploadField>[0]> = {}) {
  return (
    <UploadField
      id="selfie"
      label="Selfie"
      accept="image/png"
      limits="PNG"
      state={state}
      {...HANDLERS}
      {...extra}
    />
  )
}

function Uploading() {
  const file = { name: 'selfie.png' }
  const [state, setState] = useState<UploadFieldLook>({ kind: 'chosen', file })
  return field(state, { onUpload: () => setState({ kind: 'uploading', file, percent: 10, waiting: null }) })
}

const fileInput = () => document.querySelector<HTMLInputElement>('#selfie-file')

describe('UploadField', () => {
  test('the focus stays in the field if its file is questioned instead of uploaded', () => {
    const chosen = { kind: 'chosen', file: { name: 'selfie.png' } } as const
    const { rerender } = render(field(chosen))
    screen.getByRole('button', { name: 'Upload' }).focus()
    rerender(field(chosen, { onUpload: undefined, after: <button type="button">Use it anyway</button> }))
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  })

  test('the same file can be picked twice in a row', async () => {
    const user = userEvent.setup()
    const onBrowse = vi.fn()
    render(field({ kind: 'empty' }, { onBrowse }))
    const input = fileInput()
    if (!input) throw new Error('no file input')
    await user.upload(input, PNG)
    await user.upload(input, PNG)
    expect(onBrowse).toHaveBeenCalledTimes(2)
  })

  test('dragging over says what a drop does, and the drop sets the file', () => {
    const onDrop = vi.fn()
    render(field({ kind: 'empty' }, { onDrop }))
    const zone = document.querySelector('input[type="file"]') ?? document.body
    fireEvent.dragEnter(zone, { dataTransfer: { files: [] } })
    expect(screen.getByText('Drop the file to choose it')).toBeTruthy()
    fireEvent.drop(zone, { dataTransfer: { files: [PNG] } })
    expect(onDrop).toHaveBeenCalledWith(PNG)
    expect(screen.getByRole('button', { name: 'Browse files' })).toBeTruthy()
  })

  test('progress is announced at 10, 30 and 100 percent only', () => {
    const file = { name: 'selfie.png', size: '1.8 MB' }
    const { rerender } = render(field({ kind: 'chosen', file }))
    const live = document.querySelector('[aria-live="polite"]')
    const heard: (string | null | undefined)[] = []
    for (const percent of [0, 10, 20, 30, 55, 99, 100]) {
      rerender(field({ kind: 'uploading', file, percent, waiting: null }))
      expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(percent))
      if (live?.textContent !== heard.at(-1)) heard.push(live?.textContent)
    }
    expect(heard).toEqual(['', ...[10, 30, 100].map((percent) => `selfie.png, ${percent} percent uploaded`)])
  })

  test('the focus moves to the next button when its own disappears', async () => {
    const user = userEvent.setup()
    render(<Uploading />)
    await user.click(screen.getByRole('button', { name: 'Upload' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  })

  test('an error is shown at the control and is announced', () => {
    render(field({ kind: 'empty' }, { error: 'Failed to upload file' }))
    expect(screen.getByRole('alert').textContent).toBe('Error: Failed to upload file')
    expect(screen.getByRole('button', { name: 'Browse files' }).getAttribute('aria-describedby')).toContain(
      'selfie-error',
    )
  })
})
