import type { RoleProposal } from '#contract/roles/admin-roles.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import type { ActingStaff } from '#domain/roles/acting-user.ts'
import { isActing, ROLE_PROPOSAL_DAYS } from '#domain/roles/role-change.ts'
import type { Config } from '#server/config.ts'
import { type RecordedAct, recordEvent } from '#server/model/audit/record-event.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { closeNotices, giveNotice } from '#server/model/mail/notices.ts'
import { actingName } from '#server/model/people/names.ts'
import { isEligible } from '#server/model/staff/roles.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RowOf } from '#server/platform/database/statement.ts'
import type { Services } from '#server/services.ts'
import { type Person, selectLatestRoleEvent, selectProposal, selectWaitingProposals } from './roles.sql.ts'

/** A proposal as recorded in the ledger. */
export interface StoredProposal {
  id: number
  userId: number
  /** The proposer. */
  by: number
  at: Date
}

type ProposalRow = RowOf<typeof selectProposal>

/** A person's open proposal as super admin; null if there is none, or it was answered. */
export async function waitingProposal(tx: Db, userId: number, now: Date): Promise<StoredProposal | null> {
  const { rows } = await selectLatestRoleEvent(tx, [userId])
  const [latest] = rows
  return latest && latest.type === 'user.role_proposed' && latest.at > oldest(now) ? stored(latest) : null
}

/** A proposal by its id, answered or not; null if that is another event's id. */
export async function findProposal(tx: Db, id: number): Promise<StoredProposal | null> {
  const { rows } = await selectProposal(tx, [id])
  return rows[0] ? stored(rows[0]) : null
}

/** Until when a proposal can be answered. */
export function proposalEnd({ at }: Pick<StoredProposal, 'at'>): Date {
  return new Date(at.getTime() + ROLE_PROPOSAL_DAYS * DAY_MS)
}

/** Proposes a person as super admin; nothing changes until a second one agrees. Returns the proposal. */
export async function recordProposal(tx: Db, act: RecordedAct, userId: number): Promise<StoredProposal> {
  await recordEvent(tx, {
    ...act,
    type: 'user.role_proposed',
    userId,
    after: { isSuperAdmin: true },
  })
  const proposal = await waitingProposal(tx, userId, act.at)
  if (!proposal) throw new Error('What was just recorded is the latest')
  return proposal
}

/**
 * Every proposal that can be answered, oldest first, if both the person and the proposer are eligible for the
 * role.
 */
export async function waitingProposals(
  db: Db,
  now: Date,
  { companyDomains }: Pick<Config, 'companyDomains'>,
): Promise<RoleProposal[]> {
  const { rows } = await selectWaitingProposals(db, [oldest(now)])
  const holder = (person: Person) => ({
    ...person,
    id: Number(person.id),
    isEligible: isEligible(person, companyDomains),
  })
  return rows
    .filter(({ person, proposer }) => holder(person).isEligible && isActing(holder(proposer)))
    .map(({ id, at, person, proposer }) => ({
      id: Number(id),
      person: named(person),
      proposedBy: named(proposer),
      proposedAt: at.toISOString(),
      expiresAt: proposalEnd({ at }).toISOString(),
    }))
}

function named({ id, name, auth0Email }: Person) {
  return { id: Number(id), name, email: auth0Email }
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - ROLE_PROPOSAL_DAYS * DAY_MS)
}

function stored({ id, userId, by, at }: ProposalRow): StoredProposal {
  return { id: Number(id), userId: Number(userId), by: Number(by), at }
}

const CONTROLS = '/admin/dashboard?tab=controls'

interface About {
  proposal: StoredProposal
  /** The proposed person's sign-in address. */
  person: string
  /** The proposer, or the person who answered. */
  actor: ActingStaff
  at: Date
}

/** Asks every other super admin for the second approval, by notice and email, in the transaction of the proposal. */
export async function askSuperAdmins(
  services: Services,
  tx: Db,
  { proposal, person, actor, at }: About,
  superAdmins: readonly { id: number }[],
): Promise<void> {
  const by = await actingName(tx, actor)
  const key = `role-proposal:${proposal.id}`
  for (const { id } of superAdmins) {
    await giveNotice(tx, {
      userId: id,
      title: `${by} proposed ${person} as super admin`,
      detail: 'Confirm or decline it.',
      path: CONTROLS,
      key,
      urgent: { task: key, until: proposalEnd(proposal) },
      at,
    })
    await mailPerson(services, tx, {
      kind: 'role-proposed',
      props: { person, by, expiresAt: proposalEnd(proposal), path: CONTROLS },
      userId: id,
      messageKey: `${key}:${id}`,
      at,
    })
  }
}

/** Tells the proposer the outcome, unless they withdrew it themselves. */
export async function tellProposer(
  services: Services,
  tx: Db,
  { proposal, person, actor, at }: About,
  isConfirmed: boolean,
): Promise<void> {
  const userId = proposal.by
  await closeNotices(tx, `role-proposal:${proposal.id}`, at)
  if (actor.id === userId) return
  const by = await actingName(tx, actor)
  const key = `role-proposal:${proposal.id}:answered`
  await giveNotice(tx, {
    title: `Your proposal of a super admin was ${isConfirmed ? 'confirmed' : 'declined'}`,
    detail: `${by} answered for ${person}.`,
    path: CONTROLS,
    userId,
    key,
    at,
  })
  await mailPerson(services, tx, {
    kind: 'role-proposal-answered',
    props: { person, by, isConfirmed },
    userId,
    messageKey: key,
    at,
  })
}
