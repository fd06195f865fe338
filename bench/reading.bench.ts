import { performance } from 'node:perf_hooks'
import type { ReadField } from '#contract/documents/readings.ts'
import { londonDate } from '#domain/plain-date.ts'
import { readDocument } from '#domain/reading/read-document.ts'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { DocumentReader, type ReadingTask } from '#server/model/reading/document-reader.ts'
import { codedSpecimen, licenceSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { letterPdf, letterSpecimen } from '#server/testing/specimens/letter-specimens.ts'
import { someShot } from '#server/testing/specimens/paper.ts'
import { codeName, specimenPerson } from '#server/testing/specimens/people.ts'
import { isReadRightly } from '#server/testing/specimens/read-rightly.ts'
import { show, spreadOf } from './lib/measure.ts'
import { peakOfChildren } from './lib/peak-of-children.ts'
import { measurement } from './lib/report.ts'

// How much of drawn specimens is read: passports, cards, permits, licences, and letters as pictures and PDFs,
// each with its own paper, print, tilt, blur, noise, light and size.
const SPECIMENS = Number(process.env.BENCH_SPECIMENS ?? 200)
const SEED = Number(process.env.BENCH_SEED ?? 20_261_125)
const KINDS = ['TD3', 'TD1', 'licence', 'TD3', 'TD2', 'letter', 'TD3', 'TD1', 'licence', 'pdf'] as const
const TODAY = londonDate(new Date('2026-11-25'))
const GOALS: Partial<Record<ReadField, number>> = {
  number: 0.95,
  birthDate: 0.95,
  expiresOn: 0.95,
  surname: 0.9,
  givenNames: 0.9,
}
const MOST_MS = 2000
const FIELDS = [
  'number',
  'birthDate',
  'expiresOn',
  'surname',
  'givenNames',
  'name',
  'address',
  'issuedOn',
] as const satisfies readonly ReadField[]

/** Whether each field of a specimen was read correctly. */
interface ReadPage {
  kind: (typeof KINDS)[number]
  right: Partial<Record<ReadField, boolean>>
  ms: number
}

await measurement(async (later) => {
  const reader = new DocumentReader()
  later(() => reader.close())
  const pages: ReadPage[] = []
  let lies = 0
  for (let index = 0; index < SPECIMENS; index++) {
    const random = seeded(SEED + index * 7919)
    const kind = KINDS[index % KINDS.length] ?? 'TD3'
    const person = specimenPerson(random, TODAY)
    const { file, task, truth, of } = await specimen(kind, person, random)
    const start = performance.now()
    const raw = await reader.read(file, task)
    const page: ReadPage = { kind, right: {}, ms: performance.now() - start }
    pages.push(page)
    const { values } = raw ? readDocument(raw, of, TODAY) : { values: [] }
    const wrong: string[] = []
    for (const [field, wanted] of Object.entries(truth)) {
      const found = values.find((value) => value.field === field)
      const isRight = isReadRightly(field as ReadField, found?.value, wanted)
      page.right[field as ReadField] = isRight
      if (!isRight) wrong.push(`${field} ${found?.value ?? '–'} (${wanted})`)
      if (!isRight && found?.proof === 'right') lies++
    }
    if (wrong.length > 0) console.log(`${index} ${kind}: ${wrong.join(', ')}`)
  }
  const shares = FIELDS.map((field) => {
    const { right, all } = rightOf(pages, field)
    return { field, share: right / all, text: `${field} ${((100 * right) / all).toFixed(1)} %` }
  })
  const { median } = spreadOf(pages.map(({ ms }) => ms))
  const missed = shares.filter(({ field, share }) => share < (GOALS[field] ?? 0))
  const memory = Math.round(peakOfChildren() / 2 ** 20)
  return {
    goal: `${SPECIMENS} drawn specimens are read`,
    product: `${shares.map(({ text }) => text).join(', ')}; ${lies} wrong with good check digits; ${Math.round(median)} ms a page, at most ${memory} MB`,
    beside: 'what was drawn',
    ratio: missed.length === 0 ? 'every field' : `missed: ${missed.map(({ field }) => field).join(', ')}`,
    limit: `number and dates 95 %, names 90 %, none wrong with good check digits, ${MOST_MS} ms`,
    isMet: missed.length === 0 && lies === 0 && median < MOST_MS,
    table: {
      head: ['', 'pages', ...FIELDS, 'a page'],
      rows: [...new Set(KINDS)].map((kind) => rowOf(kind, pages)),
    },
  }
})

function rowOf(kind: ReadPage['kind'], pages: readonly ReadPage[]): string[] {
  const ofKind = pages.filter((page) => page.kind === kind)
  const fields = FIELDS.map((field) => {
    const { right, all } = rightOf(ofKind, field)
    return all > 0 ? `${right} of ${all}` : ''
  })
  return [kind, String(ofKind.length), ...fields, show(spreadOf(ofKind.map(({ ms }) => ms)), 'ms')]
}

function rightOf(pages: readonly ReadPage[], field: ReadField): { right: number; all: number } {
  const told = pages.map(({ right }) => right[field]).filter((isRight) => isRight !== undefined)
  return { right: told.filter(Boolean).length, all: told.length }
}

async function specimen(
  kind: (typeof KINDS)[number],
  person: ReturnType<typeof specimenPerson>,
  random: ReturnType<typeof seeded>,
): Promise<{
  file: Buffer
  task: ReadingTask
  of: 'id' | 'licence' | 'letter'
  truth: Partial<Record<ReadField, string>>
}> {
  const shot = someShot(random)
  const dates = { birthDate: person.birthDate, expiresOn: person.expiresOn }
  if (kind === 'letter' || kind === 'pdf') {
    const letter =
      kind === 'pdf'
        ? await letterPdf(person, TODAY, random)
        : await letterSpecimen(person, TODAY, shot, random)
    return {
      file: 'file' in letter ? letter.file : letter.picture,
      task: kind === 'pdf' ? 'text' : 'print',
      of: 'letter',
      truth: { name: letter.name, address: letter.postcode, issuedOn: letter.issuedOn },
    }
  }
  if (kind === 'licence') {
    const { picture, code } = await licenceSpecimen(person, shot, random)
    const names = { surname: person.surname, givenNames: person.givenNames }
    return {
      file: picture,
      task: 'print',
      of: 'licence',
      truth: { ...dates, ...names, number: code[0] ?? '' },
    }
  }
  const { picture } = await codedSpecimen(person, kind, shot, random)
  const spelled = (name: string) => codeName(name).replaceAll('<', ' ')
  const names = { surname: spelled(person.surname), givenNames: spelled(person.givenNames) }
  return {
    file: picture,
    task: kind === 'TD1' ? 'code' : 'both',
    of: 'id',
    truth: { ...dates, ...names, number: person.number },
  }
}
