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
import { measurement } from './lib/report.ts'

// How much of drawn specimens is read: passports, cards, permits, licences, and letters as pictures and PDFs, each with its own paper,
// print, tilt, blur, noise, light and size.
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

await measurement(async (later) => {
  const reader = new DocumentReader()
  later(() => reader.close())
  const tally = new Map<string, { right: number; all: number }>()
  const times: number[] = []
  let lies = 0
  for (let index = 0; index < SPECIMENS; index++) {
    const random = seeded(SEED + index * 7919)
    const kind = KINDS[index % KINDS.length] ?? 'TD3'
    const person = specimenPerson(random, TODAY)
    const { file, task, truth, of } = await specimen(kind, person, random)
    const start = performance.now()
    const raw = await reader.read(file, task)
    times.push(performance.now() - start)
    const { values } = raw ? readDocument(raw, of, TODAY) : { values: [] }
    const wrong: string[] = []
    for (const [field, wanted] of Object.entries(truth)) {
      const found = values.find((value) => value.field === field)
      const isRight = isReadRightly(field as ReadField, found?.value, wanted)
      const all = tally.get(field) ?? { right: 0, all: 0 }
      tally.set(field, { right: all.right + (isRight ? 1 : 0), all: all.all + 1 })
      if (!isRight) wrong.push(`${field} ${found?.value ?? '–'} (${wanted})`)
      if (!isRight && found?.proof === 'right') lies++
    }
    if (wrong.length > 0) console.log(`${index} ${kind}: ${wrong.join(', ')}`)
  }
  const shares = [...tally].map(([field, { right, all }]) => ({
    field,
    share: right / all,
    text: `${field} ${((100 * right) / all).toFixed(1)} %`,
  }))
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const missed = shares.filter(({ field, share }) => share < (GOALS[field as ReadField] ?? 0))
  return {
    goal: `${SPECIMENS} drawn specimens are read`,
    product: `${shares.map(({ text }) => text).join(', ')}; ${lies} wrong with good check digits; ${Math.round(median)} ms a page`,
    beside: 'what was drawn',
    ratio: missed.length === 0 ? 'every field' : `missed: ${missed.map(({ field }) => field).join(', ')}`,
    limit: `number and dates 95 %, names 90 %, none wrong with good check digits, ${MOST_MS} ms`,
    isMet: missed.length === 0 && lies === 0 && median < MOST_MS,
  }
})

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
