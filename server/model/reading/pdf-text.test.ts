import { afterAll, expect, test } from 'vitest'
import { londonDate } from '#domain/plain-date.ts'
import { readDocument } from '#domain/reading/read-document.ts'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { letterPdf } from '#server/testing/specimens/letter-specimens.ts'
import { specimenPerson } from '#server/testing/specimens/people.ts'
import { DocumentReader } from './document-reader.ts'

const reader = new DocumentReader()
afterAll(() => reader.close())

test('a letter that is a PDF is read from its text', async () => {
  const [random, today] = [seeded(7), londonDate(new Date('2026-11-25'))]
  const { file, name, issuedOn } = await letterPdf(specimenPerson(random, today), today, random)
  const raw = await reader.read(file, 'text')
  const values = raw ? readDocument(raw, 'letter', today).values : []
  const read = Object.fromEntries(values.map(({ field, value }) => [field, value]))
  expect(read.name).toContain(name)
  expect(read.issuedOn).toBe(issuedOn)
})
