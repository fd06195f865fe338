import type { LiveTopic } from '#contract/live/live.ts'
import type { Capability } from '#contract/roles.ts'

/** What a change is about: just enough to decide who may be told. */
export const CHANGE_SUBJECTS = [
  /** A case, in a way that its applicant can see. */
  'case',
  /** Work on a case that its applicant is not told about, such as unsent marks. */
  'work',
  /** A person's own details. */
  'account',
  /** A session or a right of a person was granted or ended. */
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
  /** The user it belongs to; undefined if it belongs to no one. */
  userId: number | undefined
}

/** What the user it belongs to hears. */
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

/** What staff hear, and the capability they need for it. */
const STAFF: Readonly<Partial<Record<ChangeSubject, Partial<Record<LiveTopic, Capability>>>>> = {
  // That something changed reveals no more than the figures do, which all staff may read.
  case: { queue: 'figures.read', person: 'cases.read' },
  work: { queue: 'figures.read', person: 'cases.read' },
  account: { person: 'people.read' },
  access: { person: 'people.read' },
  billing: { billing: 'invoices.read' },
}

/**
 * Returns the topics that someone hears about a change; for another person's data, only if they are staff who may
 * read it. Of work on their own case staff hear as little as any applicant: even its time would tell them of a
 * match (law §3.4).
 */
export function topicsOf(
  { about, userId }: LiveChange,
  reader: { userId: number; may: readonly Capability[] },
): LiveTopic[] {
  const isOwn = userId === reader.userId
  const own = isOwn ? OWN[about] : []
  const toStaff = isOwn && about === 'work' ? {} : (STAFF[about] ?? {})
  const staff = Object.entries(toStaff).filter(([, capability]) => reader.may.includes(capability))
  return [...own, ...staff.map(([topic]) => topic as LiveTopic)]
}
