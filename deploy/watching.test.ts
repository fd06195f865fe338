import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { metricsRegistry } from '#server/features/operations/metrics/registry.ts'
import { Meter } from '#server/platform/metrics/meter.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const rules = read('alerts.yaml')
const ruleTests = read('alerts.test.yaml')
const board = JSON.parse(read('grafana.json'))
const runbook = read('../docs/runbook.md')
const [, operations = ''] = read('../docs/operations.md').split('### Metrics\n')

const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = '']) => name)
const promtool = spawnSync('promtool', ['--version']).error === undefined

/** Every name that a scrape may have; a histogram has three. */
async function metricNames(): Promise<Set<string>> {
  const registry = metricsRegistry({
    // They only have to exist here.
    services: {
      config: { company: { version: '1' }, sanctions: { maxAgeDays: 14 } },
      database: { pool: { options: {} } },
      maintenance: { wasOn: () => false },
    } as unknown as Parameters<typeof metricsRegistry>[0]['services'],
    meter: new Meter(),
    state: { known: () => ({}), readAt: new Map(), failures: new Map(), settled: async () => {} },
    dependencies: () => [],
  })
  const names = registry
    .getMetricsAsArray()
    .flatMap(({ name }) => [name, ...['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)])
  registry.clear()
  return new Set(names)
}

test('every metric that the rules, the board and the docs name exists', async () => {
  const known = await metricNames()
  const expressions = board.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
  expect(expressions.length).toBeGreaterThan(20)
  const named = [rules, ruleTests, operations, runbook, ...expressions].flatMap((text) =>
    [...text.matchAll(/\b(?:verdaccord|nodejs|process)_\w+/g)].map(([name]) => name),
  )
  expect(named).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('docs/operations.md lists each of our metrics', async () => {
  const ours = [...(await metricNames())].filter(
    (name) => /^verdaccord_/.test(name) && !/_(bucket|sum|count)$/.test(name),
  )
  expect(ours.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
})

test('each of the twelve alerts has its page in the runbook, and there is no other page', () => {
  expect(alerts).toHaveLength(12)
  const pages = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(pages).toEqual(alerts)
  const links = [...rules.matchAll(/^ +runbook: (\S+)$/gm)].map(([, link]) => link)
  expect(links).toEqual(alerts.map((name) => `docs/runbook.md#${name.toLowerCase()}`))
})

test.each(alerts)('the page of %s says what it means, what to check and what to do', (name) => {
  const page = runbook.split(/^## /m).find((text) => text.startsWith(`${name}\n`)) ?? ''
  expect([...page.matchAll(/^\*\*(.+?)\*\*/gm)].map(([, part]) => part)).toEqual([
    'It means.',
    'Look at',
    'Do',
  ])
  expect([...page.matchAll(/^- /gm)].length).toBeGreaterThan(3)
})

test.each(alerts)('%s is tested failing and healthy', (name) => {
  for (const [how, firing] of [
    ['fires', 1],
    ['is quiet', 0],
  ])
    expect(ruleTests).toMatch(
      new RegExp(
        `name: ${name} ${how}\\n(?: {4}.*\\n)*? {6}- expr: .*alertname="${name}"(?:.*\\n){2} .*value: ${firing} `,
      ),
    )
})

// If Prometheus' own tool is not installed, the parsers above check the rest: Debian has it in `prometheus`.
test.skipIf(!promtool)(
  'promtool, if installed, accepts the rules and finds that each fires when it should',
  () => {
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, {
        cwd: import.meta.dirname,
        encoding: 'utf8',
      })
      expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
    }
  },
)
