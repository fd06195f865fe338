import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import type { LeafState } from '#contract/verification/leaf.ts'
import { investorRulesOn } from '#domain/investors/investor-criteria.ts'
import { statementText } from '#domain/investors/investor-statement.ts'
import { LEAF_BADGES } from '#domain/leaf/leaf-state.ts'
import { type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import { pdfText, squeezed } from '#server/testing/pdf-text.ts'
import { type StatementEvidence, statementPdf } from './statement-pdf.ts'

const TODAY = parsePlainDate('2026-03-10') as PlainDate
const HNW: InvestorAnswers = { category: 'hnw', answers: { income: 185_000, netAssets: 512_000 } }

function evidence(fullName: string, investorAnswers = HNW): StatementEvidence {
  const certificationText = statementText({
    rules: investorRulesOn('platform', TODAY),
    legalName: 'Verdaccord Limited',
    investorAnswers,
    fullName,
    signedOn: TODAY,
    dateStyle: 'us',
  })
  return {
    id: 42,
    certificationText,
    textSha256: createHash('sha256').update(certificationText).digest('hex'),
    textVersion: 'platform-1',
    acknowledgedAt: new Date('2026-03-10T10:00:00Z'),
    expiresAt: new Date('2027-03-10T00:00:00Z'),
    supersededAt: null,
  }
}

const lineOf = (key: string, state: LeafState) => ({ key, state, badge: LEAF_BADGES[state] })
const pdfOf = (row: StatementEvidence, state: LeafState = 'given') =>
  statementPdf(row, 'us', { lines: [lineOf('selfie', 'with_us'), lineOf('certification', state)] })

// The first Chinese, Japanese or Korean letter loads the program that subsets their fonts.
describe('the PDF of a statement', () => {
  test('contains all of the stored text, and its hash on each page', async () => {
    const row = evidence('Ada Lovelace')
    const pages = await pdfText(await pdfOf(row))
    const whole = pages.join('')
    for (const part of row.certificationText.trim().split('\n\n')) expect(whole).toContain(squeezed(part))
    for (const words of ['High net worth investor statement', '£185,000', '£512,000', 'Signed: Ada Lovelace'])
      expect(whole).toContain(squeezed(words))
    for (const page of pages) expect(page).toContain(`SHA-256${row.textSha256}`)
    // Each page has the statement's line of the leaf, and the state of all lines.
    for (const page of pages) expect(page).toContain('Certification:Given,signed')
    for (const page of pages) expect(page).toContain('Verification:1itemwithus,1given')
    expect(whole).toContain('Rules:platform-1')
  })

  test.each<[LeafState, string]>([
    ['ready', 'Certification:Ready,signed'],
    ['expiring', 'Certification:Expiring,signed'],
    ['look_again', 'Certification:Lookagain,signed'],
  ])('has the current state of its line: %s', async (state, words) => {
    const [page = ''] = await pdfText(await pdfOf(evidence('Ada Lovelace'), state))
    expect(page).toContain(words)
    expect(page).not.toContain('Certification:Given')
  })

  test('says that a later one has replaced it, and nothing about a leaf that is not shown', async () => {
    const replaced = { ...evidence('Ada Lovelace'), supersededAt: new Date('2026-04-01T10:00:00Z') }
    const [page = ''] = await pdfText(await pdfOf(replaced))
    expect(page).toContain('Certification:replacedbyalaterone,signed')
    const [bare = ''] = await pdfText(await statementPdf(evidence('Ada Lovelace'), 'us', { lines: null }))
    expect(bare).toContain('Certification:signed')
    expect(bare).not.toContain('Verification:')
  })

  test('is the same file each time', async () => {
    const row = evidence('Ada Lovelace')
    const [first, second] = [await pdfOf(row), await pdfOf(row)]
    expect(first.equals(second)).toBe(true)
    const other = await pdfOf(evidence('Grace Hopper'))
    expect(first.equals(other)).toBe(false)
  })

  test.each([
    'Łukasz Żółć-Święch',
    'Ñandú Ångström Øre',
    'Nguyễn Thị Ánh Tuyết',
    'Дмитрий Їжак',
    'Γιώργος Παπαδόπουλος',
    'Ἀχιλλεύς',
    'O’Brien — “Ada”',
    'नई कमल',
    'S̩e\u0301verine',
    '王小明',
    '張偉麗',
    'たけし 髙﨑',
    'タケシー 沢',
    '김민준 王小明',
    'たけし 김 王',
    'สมชาย ใจดี',
    'نوشین (Nooshin) راد',
  ])('shows the name %s with its own letters', async (name) => {
    const [page = ''] = await pdfText(await pdfOf(evidence(name)))
    expect(page.normalize('NFC')).toContain(squeezed(`Signed: ${name}`).normalize('NFC'))
    expect(page).not.toContain('[U+')
  })

  test.each([
    ['محمد علي', 'عليمحمد'],
    ['יצחק רבין', 'רביןיצחק'],
  ])('draws the text of %s from right to left', async (name, drawn) => {
    const [page = ''] = await pdfText(await pdfOf(evidence(name)))
    expect(page).toContain(`Signed:${drawn}`)
    expect(page).not.toContain('[U+')
  })

  test.each([
    ['ᠮᠣᠩᠭᠣᠯ', '[U+182EU+1823U+1829U+182DU+1823U+182F]'],
    ['Ada 🦊 Fox', 'Ada[U+1F98A]Fox'],
  ])('prints the letters of %s as numbers and says so, rather than as boxes', async (name, shown) => {
    const whole = (await pdfText(await pdfOf(evidence(name)))).join('')
    expect(whole).toContain(`Signed:${shown}`)
    expect(whole).toContain(squeezed('They appear in square brackets as their Unicode numbers.'))
  })

  test('keeps the signature and the record each on one page, wherever the text before them ends', async () => {
    const togetherOn = (pages: string[], words: string[]) =>
      pages.filter((page) => words.some((word) => page.includes(squeezed(word)))).length
    for (let length = 1; length <= 1800; length += 90) {
      const answers = {
        test: 'angel',
        networkName: 'angel '.repeat(length / 6),
        memberSince: '2020-01-01',
      } as const
      const row = evidence('Ada Lovelace', { category: 'sophisticated', answers })
      const pages = await pdfText(await pdfOf(row))
      expect(togetherOn(pages, ['5. Signature', 'Signed: Ada', 'This statement ends'])).toBe(1)
      expect(togetherOn(pages, ['Record Number: 42', 'Rules: platform-1', 'SHA-256 of the text'])).toBe(1)
    }
  })

  test('continues on further pages, with the longest name in full', async () => {
    const long = 'Wolfeschlegelsteinhausen'.repeat(8)
    const investorAnswers: InvestorAnswers = {
      category: 'sophisticated',
      answers: { test: 'angel', networkName: '王'.repeat(200), memberSince: '2020-01-01' },
    }
    const pages = await pdfText(await pdfOf(evidence(long, investorAnswers)))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.join('')).toContain(squeezed(`Signed: ${long}`))
    expect(pages.at(-1)).toContain(`page${pages.length}of${pages.length}`)
  })
})
