import type { LiveTopic } from '#contract/live/live.ts'
import type { Capability } from '#contract/roles.ts'

/** What a change is about: the least that tells who may hear of it. */
export const CHANGE_SUBJECTS = [
  /** A case, in a way that its person is shown. */
  'case',
  /** Work on a case that its person is not told of, such as marks before they are sent. */
  'work',
  /** What a person said of themselves or is. */
  'account',
  /** A session or a right of a person began or ended. */
  'access',
  'notices',
  /** An invoice that a person may see. */
  'invoices',
  /** An invoice, payment or client, as staff see them. */
  'billing',
  'exports',
] as const
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number]

export interface LiveChange {
  about: ChangeSubject
  /** Whose it is; undefined where it belongs to no one. */
  userId: number | undefined
}

/** What the person whose it is hears. */
const OWN: Readonly<Record<ChangeSubject, readonly LiveTopic[]>> = {
  case: ['standing'],
  work: [],
  account: ['standing'],
  access: ['standing'],
  notices: ['notices'],
  invoices: ['invoices'],
  billing: [],
  exports: ['exports'],
}

/** What staff hear, and what they must be allowed to read for it. */
const STAFF: Readonly<Partial<Record<ChangeSubject, Partial<Record<LiveTopic, Capability>>>>> = {
  // That something changed is no more than the figures say, which every member of staff may read.
  case: { queue: 'figures.read', person: 'cases.read' },
  work: { queue: 'figures.read', person: 'cases.read' },
  account: { person: 'people.read' },
  access: { person: 'people.read' },
  billing: { billing: 'invoices.read' },
}

/** Returns what someone hears of a change; nothing of what is another person's, but for staff who may read it. */
export function topicsOf(
  { about, userId }: LiveChange,
  viewer: { userId: number; may: readonly Capability[] },
): LiveTopic[] {
  const own = userId === viewer.userId ? OWN[about] : []
  const staff = Object.entries(STAFF[about] ?? {}).filter(([, capability]) => viewer.may.includes(capability))
  return [...own, ...staff.map(([topic]) => topic as LiveTopic)]
}
