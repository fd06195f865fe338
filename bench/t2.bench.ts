import { Readable } from 'node:stream'
import { ParseSlots } from '#server/platform/files/parse-slots.ts'
import { PdfChecker } from '#server/platform/files/pdf-check.ts'
import { makePdf } from '#server/platform/files/test-files.ts'
import { show, spreadOf } from './lib/measure.ts'
import { measurement } from './lib/report.ts'

// T2: how long an honest PDF of 2 MB takes alone, and after ten PDFs of someone else that were made to take
// long.
const ROUNDS = 25
const HOSTILE = 10
const MOST = 2

await measurement(async (later) => {
  const pdfs = new PdfChecker()
  later(() => pdfs.close())
  const slots = new ParseSlots()
  const check = (person: string, pdf: Buffer) =>
    slots
      .run({ person, kind: 'pdf', cost: 0 }, () => pdfs.check(Readable.from([pdf]), pdf.length))
      .catch(() => undefined)
  const honest = makePdf({ pages: 20, ballast: 2_000_000 })
  const hostile = makePdf({ objects: { 90: '/First '.repeat(40_000) } })
  const timed = async (): Promise<number> => {
    const start = performance.now()
    await check('honest', honest)
    return performance.now() - start
  }

  await Promise.all([check('one', honest), check('other', honest)])
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await timed())
    const others = Array.from({ length: HOSTILE }, () => check('hostile', hostile))
    beside.push(await timed())
    await Promise.all(others)
  }
  // Other load on the machine affects both runs of a round.
  const ratio = spreadOf(beside.map((ms, round) => ms / (alone[round] ?? Number.NaN))).median
  return {
    goal: `T2 an honest PDF beside ${HOSTILE} hostile ones of someone else`,
    product: show(spreadOf(beside), 'ms'),
    beside: `alone: ${show(spreadOf(alone), 'ms')}`,
    ratio: ratio.toFixed(2),
    limit: `at most ${MOST}`,
    isMet: ratio <= MOST,
  }
})
