import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '../../../server/reliability/testing/people.ts'
import { call } from './verdaccord.ts'

/** People who save their drafts again and again, and remember what they were told. */
export interface Writers {
  /** When changes were acknowledged, by the clock of `performance`. */
  acknowledgedAt: number[]
  /** How often each status came; 0 for an answer that never did. */
  statuses: Map<number, number>
  /** Ends the load, and waits for what is under way. */
  stop(): Promise<void>
  /** Compares with what the product gives back: drafts that are older than what was acknowledged, and those with more saves than were sent. */
  check(): Promise<{ acknowledged: number; lost: number; doubled: number }>
}

/** Each person saves every `everyMs` at one of the origins in turn. */
export function startWriters(origins: string[], people: Person[], everyMs: number): Writers {
  const acknowledgedAt: number[] = []
  const statuses = new Map<number, number>()
  /** By person: the last revision that was acknowledged, and how many saves were sent. */
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
    // One that was saved and never answered: the next one has to be told.
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

/** The statuses and how often each came, in words. */
export function counted(statuses: Map<number, number>): string {
  return [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${n} × ${status || 'no answer'}`)
    .join(', ')
}
