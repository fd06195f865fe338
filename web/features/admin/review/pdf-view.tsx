import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'

GlobalWorkerOptions.workerSrc = workerUrl

/** Width in CSS pixels of a page at 100 %. */
const PAGE_WIDTH = 560
/** Beyond this a canvas costs more memory than it shows. */
const MAX_CANVAS_WIDTH = 4096

type Props = {
  url: string
  page: number
  zoom: number
  turn: number
  description: string
  /** A page can be seen now. */
  onDrawn: (page: number) => void
}

/** One page of a PDF on a canvas: nothing in the file can run, and no plug-in draws it. */
export function PdfView({ url, page, zoom, turn, description, onDrawn }: Props) {
  const file = usePdf(url)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (file === 'loading' || file === 'failed' || !canvas.current) return
    return drawPage(file, canvas.current, { page, zoom, turn }, () => onDrawn(page))
  }, [file, page, zoom, turn, onDrawn])
  if (file === 'failed') return <p role="alert">We can’t show this document. Open it in a new tab.</p>
  return (
    <canvas
      ref={canvas}
      className="shadow-3"
      style={{ placeSelf: 'safe center' }}
      role="img"
      aria-label={description}
      aria-busy={file === 'loading'}
    />
  )
}

function usePdf(url: string): PDFDocumentProxy | 'loading' | 'failed' {
  const [file, setFile] = useState<PDFDocumentProxy | 'loading' | 'failed'>('loading')
  useEffect(() => {
    const task = getDocument({ url, withCredentials: true, useWasm: false, enableXfa: false })
    let isWanted = true
    task.promise.then(
      (loaded) => isWanted && setFile(loaded),
      () => isWanted && setFile('failed'),
    )
    return () => {
      isWanted = false
      void task.destroy()
    }
  }, [url])
  return file
}

function drawPage(
  file: PDFDocumentProxy,
  canvas: HTMLCanvasElement,
  { page: number, zoom, turn }: { page: number; zoom: number; turn: number },
  onDrawn: () => void,
): () => void {
  let cancel = () => {}
  let isWanted = true
  void file.getPage(number).then((page) => {
    if (!isWanted) return
    const rotation = (page.rotate + turn) % 360
    const natural = page.getViewport({ scale: 1, rotation })
    const width = Math.min(PAGE_WIDTH, natural.width) * (zoom / 100)
    const pixels = Math.min(window.devicePixelRatio, MAX_CANVAS_WIDTH / width)
    const viewport = page.getViewport({ scale: (width / natural.width) * pixels, rotation })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    canvas.style.width = `${width}px`
    const task = page.render({ canvas, viewport })
    cancel = () => task.cancel()
    // A cancelled rendering is the one thing that may fail here: the next one draws over it.
    task.promise.then(onDrawn, () => {})
  })
  return () => {
    isWanted = false
    cancel()
  }
}
