import { mailPerson } from '#server/model/mail/mail-person.ts'
import { closeNotices, giveNotice } from '#server/model/mail/notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { proposalEnd, type StoredProposal } from './role-proposals.ts'

const CONTROLS = '/admin/dashboard?tab=controls'

interface About {
  proposal: StoredProposal
  /** The address that the proposed person signs in with. */
  person: string
  /** Who proposed it, or who answered. */
  by: { id: number; name: string }
  at: Date
}

/** Asks every other super admin for the second pair of eyes, by a notice and a mail, in the transaction of the proposal. */
export async function askSuperAdmins(
  services: Services,
  tx: Db,
  { proposal, person, by, at }: About,
  superAdmins: readonly { id: number }[],
): Promise<void> {
  const key = `role-proposal:${proposal.id}`
  for (const { id } of superAdmins) {
    await giveNotice(tx, {
      userId: id,
      title: `${by.name} proposed ${person} as super admin`,
      detail: 'Confirm or decline it.',
      path: CONTROLS,
      key,
      urgent: { task: key, until: proposalEnd(proposal) },
      at,
    })
    await mailPerson(services, tx, {
      kind: 'role-proposed',
      props: { person, by: by.name, expiresAt: proposalEnd(proposal), path: CONTROLS },
      userId: id,
      messageKey: `${key}:${id}`,
      at,
    })
  }
}

/** Tells the one who proposed what came of it; who took the own proposal back knows. */
export async function tellProposer(
  services: Services,
  tx: Db,
  { proposal, person, by, at }: About,
  isConfirmed: boolean,
): Promise<void> {
  const userId = proposal.by
  await closeNotices(tx, `role-proposal:${proposal.id}`, at)
  if (by.id === userId) return
  const key = `role-proposal:${proposal.id}:answered`
  await giveNotice(tx, {
    title: `Your proposal of a super admin was ${isConfirmed ? 'confirmed' : 'declined'}`,
    detail: `${by.name} answered for ${person}.`,
    path: CONTROLS,
    userId,
    key,
    at,
  })
  await mailPerson(services, tx, {
    kind: 'role-proposal-answered',
    props: { person, by: by.name, isConfirmed },
    userId,
    messageKey: key,
    at,
  })
}
