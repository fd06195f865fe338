import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Area, GreyPicture } from './grey-picture.ts'
import { TRAINED_LANGUAGES } from './reader-state.ts'

/** A word with its place and the reader's confidence from 0 to 100. */
export interface ReadWord extends Area {
  text: string
  confidence: number
  /** The same for all words of a line. */
  line: number
}

/** How a picture is laid out: a page, a block of lines, a line, or scattered text. */
const LAYOUTS = { page: 3, block: 6, line: 7, scattered: 11 } as const
export type Layout = keyof typeof LAYOUTS
const LSTM_ONLY = 1
const WORD = 5

interface Engine {
  Init(path: null, language: string, mode: number): number
  SetVariable(name: string, value: string): boolean
  SetPageSegMode(mode: number): void
  SetImage(pixels: number, width: number, height: number, bytesEach: number, bytesARow: number): void
  SetImageFile(degrees: number): void
  SetSourceResolution(dpi: number): void
  Recognize(progress: null): number
  GetTSVText(page: number): string
  Clear(): void
}
interface EngineModule {
  TessBaseAPI: new () => Engine
  FS: { writeFile(path: string, data: Uint8Array): void }
}

/** Reads print with a WebAssembly program. It is loaded from package files; nothing is downloaded. */
export class TextReader {
  readonly #module: EngineModule
  readonly #engine: Engine

  private constructor(module: EngineModule, engine: Engine) {
    this.#module = module
    this.#engine = engine
  }

  static async load(): Promise<TextReader> {
    const require = createRequire(import.meta.url)
    const start = require('tesseract.js-core/tesseract-core-simd-lstm') as (
      options: object,
    ) => Promise<EngineModule>
    const module = await start({})
    for (const language of TRAINED_LANGUAGES) {
      const data = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`))
      const trained = await readFile(join(data, `4.0.0_best_int/${language}.traineddata.gz`))
      module.FS.writeFile(`${language}.traineddata`, gunzipSync(trained))
    }
    const engine = new module.TessBaseAPI()
    if (engine.Init(null, TRAINED_LANGUAGES.join('+'), LSTM_ONLY) !== 0)
      throw new Error('The text reader did not start')
    return new TextReader(module, engine)
  }

  /** Reads print, limited to the given letters if any. */
  read(picture: GreyPicture, layout: Layout, letters = ''): ReadWord[] {
    this.#module.FS.writeFile('/input', asBitmap(picture))
    const engine = this.#engine
    engine.SetVariable('tessedit_char_whitelist', letters)
    engine.SetPageSegMode(LAYOUTS[layout])
    engine.SetImageFile(0)
    engine.SetSourceResolution(300)
    engine.Recognize(null)
    const words = wordsOf(engine.GetTSVText(0))
    engine.Clear()
    return words
  }
}

function wordsOf(table: string): ReadWord[] {
  return table.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] =
      row.split('\t')
    if (Number(level) !== WORD || !text.trim()) return []
    return [
      {
        text: text.trim(),
        confidence: Number(confidence),
        line: (Number(block) * 1000 + Number(paragraph)) * 1000 + Number(line),
        left: Number(left),
        top: Number(top),
        width: Number(width),
        height: Number(height),
      },
    ]
  })
}

/** The simplest format that the reader accepts: grey bytes after a line of numbers. */
function asBitmap({ pixels, width, height }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels])
}
