import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Advisory, checkAdvisories, inspectAdvisories, verdictOn } from './check-advisories.ts'

const folder = mkdtempSync(join(tmpdir(), 'verdaccord-advisories-'))
afterAll(() => rmSync(folder, { recursive: true }))

const written = (name: string, content: unknown) => {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const SHIPPED = written('sbom.json', {
  components: [
    { name: 'left-pad', version: '1.3.0' },
    { name: '@scope/tool', version: '2.0.0-rc.1' },
    { name: '@scope/tool', version: '3.1.4' },
    { name: '__proto__', version: '1.0.0' },
  ],
})
const inspect = (content: unknown) => inspectAdvisories(written('advisories.json', content), SHIPPED)

const range = (...events: object[]) => [{ type: 'SEMVER', events }]
const advisory = (affected: object, more: object = {}) => ({
  id: 'GHSA-aaaa-bbbb-cccc',
  affected: [{ package: { ecosystem: 'npm', name: 'left-pad' }, ...affected }],
  ...more,
})
const OPEN = advisory({ ranges: range({ introduced: '0' }) })

describe('R66 whether a version is affected', () => {
  test.each([
    ['from the first on', { ranges: range({ introduced: '0' }) }, true, undefined],
    ['fixed above', { ranges: range({ introduced: '0' }, { fixed: '1.3.1' }) }, true, '1.3.1'],
    ['fixed in it', { ranges: range({ introduced: '0' }, { fixed: '1.3.0' }) }, false, undefined],
    ['introduced in it', { ranges: range({ introduced: '1.3.0' }) }, true, undefined],
    ['introduced above', { ranges: range({ introduced: '1.3.1' }) }, false, undefined],
    ['the last one', { ranges: range({ introduced: '0' }, { last_affected: '1.3.0' }) }, true, undefined],
    [
      'beyond the last one',
      { ranges: range({ introduced: '0' }, { last_affected: '1.2.9' }) },
      false,
      undefined,
    ],
    [
      'in the second of two runs, whatever their order',
      { ranges: range({ fixed: '1.4.0' }, { introduced: '1.2.0' }, { fixed: '1.1.0' }, { introduced: '0' }) },
      true,
      '1.4.0',
    ],
    [
      'between two runs',
      { ranges: range({ introduced: '0' }, { fixed: '1.1.0' }, { introduced: '1.4.0' }) },
      false,
      undefined,
    ],
    ['within a limit', { ranges: range({ introduced: '0' }, { limit: '2.0.0' }) }, true, undefined],
    ['beyond a limit', { ranges: range({ introduced: '0' }, { limit: '1.3.0' }) }, false, undefined],
    [
      'by the order of the ecosystem',
      { ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '1.0.0' }, { fixed: '1.10.0' }] }] },
      true,
      '1.10.0',
    ],
    ['by commits', { ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] }, false, undefined],
    ['listed', { versions: ['1.2.9', '1.3.0'] }, true, undefined],
    ['not listed', { versions: ['1.2.9', '1.3'] }, false, undefined],
    ['without a word on versions', {}, false, undefined],
  ])('%s', (_name, affected, isAffected, fixedIn) => {
    const verdict = verdictOn(Advisory.parse(advisory(affected)), 'left-pad', '1.3.0')
    expect(verdict).toMatchObject({ isAffected, fixedIn })
  })

  test('a pre-release is below its release', () => {
    const fixed = Advisory.parse(advisory({ ranges: range({ introduced: '0' }, { fixed: '2.0.0' }) }))
    expect(verdictOn(fixed, 'left-pad', '2.0.0-rc.1').isAffected).toBe(true)
    expect(verdictOn(fixed, 'left-pad', '2.0.0').isAffected).toBe(false)
  })
})

describe('R66 the command', () => {
  test('accepts exactly one file', () => {
    expect(() => checkAdvisories.inspect([])).toThrow('Name the file of advisories.')
    expect(() => checkAdvisories.inspect(['a.json', 'b.json'])).toThrow('“b.json” isn’t expected here.')
    expect(checkAdvisories.inspect(['a.json'])).toBeTypeOf('function')
  })

  test.each([
    ['one advisory', OPEN],
    ['a list', [OPEN]],
    ['the answer of osv.dev', { vulns: [OPEN] }],
  ])('accepts %s', async (_name, content) => {
    expect(await inspect(content)).toMatchObject({ status: 1, says: expect.stringContaining('left-pad') })
  })

  test('names package, version, advisory, severity and fixed version for each package that ships', async () => {
    const tool = {
      id: 'CVE-2026-0001',
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N' }],
      affected: [
        {
          package: { ecosystem: 'npm', name: '@scope/tool' },
          ranges: range({ introduced: '0' }, { fixed: '4.0.0' }),
        },
      ],
    }
    const padded = { ...OPEN, database_specific: { severity: 'HIGH' } }
    expect(await inspect([padded, tool])).toEqual({
      isSound: false,
      status: 1,
      says: [
        'package      version     advisory             severity       fixed in',
        '@scope/tool  2.0.0-rc.1  CVE-2026-0001        CVSS:3.1/AV:N  4.0.0',
        '@scope/tool  3.1.4       CVE-2026-0001        CVSS:3.1/AV:N  4.0.0',
        'left-pad     1.3.0       GHSA-aaaa-bbbb-cccc  HIGH           none named',
        '4 packages, 2 advisories: 3 found.',
      ].join('\n'),
    })
  })

  test('skips withdrawn advisories, other ecosystems and packages that do not ship', async () => {
    const other = (ecosystem: string, name: string) => ({
      id: 'X-1',
      affected: [{ package: { ecosystem, name }, ranges: range({ introduced: '0' }) }],
    })
    const quiet = [
      { ...OPEN, withdrawn: '2026-01-01T00:00:00Z' },
      other('PyPI', 'left-pad'),
      other('npm', 'right-pad'),
      other('npm', 'toString'),
    ]
    expect(await inspect(quiet)).toEqual({
      isSound: true,
      status: 0,
      says: '4 packages, 4 advisories: none concerns them.',
    })
    expect(await inspect([])).toMatchObject({ status: 0 })
  })

  test.each([
    ['no JSON', '{"id": '],
    ['a number', '7'],
    ['nothing of ours', { hello: 'world' }],
    ['lists in lists', '['.repeat(100_000)],
  ])('exits with status 2 if the file is %s', async (_name, content) => {
    expect(await inspect(content)).toMatchObject({ isSound: false, status: 2 })
  })

  test('exits with status 2 without a file or a build', async () => {
    expect(await inspectAdvisories(join(folder, 'nowhere.json'), SHIPPED)).toMatchObject({ status: 2 })
    const file = written('advisories.json', OPEN)
    expect(await inspectAdvisories(file, join(folder, 'nowhere.json'))).toMatchObject({
      status: 2,
      says: expect.stringContaining('npm run build'),
    })
  })

  test('reports the others and gives no all-clear if one advisory is broken', async () => {
    const broken = [
      null,
      'advisory',
      { id: 7 },
      { ...OPEN, id: 'a\u001b[2Jb' },
      { ...OPEN, affected: {} },
      advisory({ ranges: range({ introduced: 'yesterday' }) }),
      advisory({ ranges: range({ introduced: '0' }, { fixed: '9'.repeat(10_000) }) }),
      advisory({ ranges: range({ introduced: ['0'] }) }),
    ]
    const alone = await inspect(broken)
    expect([alone.status, alone.isSound]).toEqual([2, false])
    expect(alone.says).toContain('8 not understood')
    const { status, says } = await inspect([...broken, OPEN])
    expect([status, says.includes('GHSA-aaaa-bbbb-cccc  unknown')]).toEqual([1, true])
  })

  test('prints no control characters of the file, and only the start of a long text', async () => {
    const hostile = {
      ...OPEN,
      database_specific: { severity: `\u001b[31mHIGH\r\n\u202e${'x'.repeat(10_000)}` },
    }
    const { says } = await inspect(hostile)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
    expect(says).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(says.split('\n')).toHaveLength(3)
    expect(says.length).toBeLessThan(500)
  })
})
