import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '../../../server/reliability/testing/people.ts'
import { call } from './verdaccord.ts'

/** People who save their drafts repeatedly and remember what was acknowledged. */
export interface Writers {
  /** When changes were acknowledged, by the clock of `performance`. */
  acknowledgedAt: number[]
  /** The number of answers by status; 0 if none came. */
  statuses: Map<number, number>
  /** Ends the load and waits for requests in flight. */
  stop(): Promise<void>
  /**
   * Compares with what the product returns: `lost` counts drafts older than what was acknowledged, `doubled`
   * those with more saves than were sent.
   */
  check(): Promise<{ acknowledged: number; lost: number; doubled: number }>
}

/** Each person saves every `everyMs`, at one of the origins in turn. */
export function startWriters(origins: string[], people: Person[], everyMs: number): Writers {
  const acknowledgedAt: number[] = []
  const statuses = new Map<number, number>()
  /** By person: the last acknowledged revision, and how many saves were sent. */
  const told = new Map(people.map(({ id }) => [id, { revision: 0, text: '', sent: 0 }]))
  let isOver = false
  let turn = 0

  const save = async ({ id, cookie }: Person) => {
    const mine = told.get(id)
    if (!mine) return
    const text = `Save ${mine.sent++}`
    const body = { draft: { firstName: text }, revision: mine.revision }
    const origin = origins[turn++ % origins.length] ?? ''
    const answer = await call(origin, 'PUT', '/api/onboarding/consumer/draft', { cookie, body }).catch(
      () => undefined,
    )
    const status = answer?.status ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const said = await answer?.json().catch(() => undefined)
    if (status === 200) {
      Object.assign(mine, { revision: said.revision, text })
      acknowledgedAt.push(performance.now())
    }
    // An earlier save succeeded without an answer: continue from its revision.
    if (status === 409) Object.assign(mine, { revision: said.conflict.version, text: '' })
  }
  const working = people.map(async (person, i) => {
    await delay((everyMs / people.length) * i)
    while (!isOver) {
      await save(person)
      await delay(everyMs)
    }
  })
  return {
    acknowledgedAt,
    statuses,
    async stop() {
      isOver = true
      await Promise.all(working)
    },
    async check() {
      const kept = new Map<number, { revision: number; text: string | undefined }>()
      for (const { id, cookie } of people) {
        const answer = await call(origins[0] ?? '', 'GET', '/api/onboarding/consumer/draft', { cookie })
        const { draft, revision } = await answer.json()
        kept.set(id, { revision, text: draft?.firstName })
      }
      let lost = 0
      let doubled = 0
      for (const [id, { revision, sent, text }] of told) {
        const found = kept.get(id)
        if (revision > (found?.revision ?? 0)) lost++
        else if (revision === found?.revision && text !== '' && text !== found.text) lost++
        if ((found?.revision ?? 0) > sent) doubled++
      }
      return { acknowledged: acknowledgedAt.length, lost, doubled }
    },
  }
}

/** How often each status came, as text. */
export function counted(statuses: Map<number, number>): string {
  return [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${n} × ${status || 'no answer'}`)
    .join(', ')
}
