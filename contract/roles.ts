const READS = [
  /** The figures of the staff home, without names. */
  'figures.read',
  /** The global search, which finds only what the person may see. */
  'search.use',
  'people.find',
  'people.read',
  /** A person's actions, sign-ins and sessions, and the events about them. */
  'people.history',
  'people.export',
  /** Erased accounts whose data the law requires to be retained. */
  'people.erased',
  /** A person's standing, their mails, and the changes that support proposed for them. */
  'support.read',
  'queue.read',
  /** Needs `people.read` too: the desk shows whose case it is. */
  'cases.read',
  'documents.read',
  'statements.read',
  'screening.read',
  'privacy.read',
  'clients.read',
  'invoices.read',
  'invoices.export',
  'invitations.read',
  'audit.read',
  'audit.export',
  'jobs.read',
  /** Mails and other work that stopped after its last try. */
  'mails.read',
  'roles.read',
  /** Proposed super admins who wait for a second approval. */
  'roles.proposals',
] as const

const ACTS = [
  /** Claim a case, give verdicts on its items, enter its documents' dates, write notes. */
  'cases.work',
  'cases.decide',
  /**
   * Assign cases to others, take them over, set a status, confirm an override, ask someone to confirm their details.
   */
  'cases.lead',
  /** Approve despite missing evidence. */
  'cases.override',
  'screening.decide',
  'screening.run',
  'screening.trial',
  'screening.settings',
  'people.suspend',
  'sessions.end',
  'support.resend',
  'changes.propose',
  'changes.decide',
  'invitations.send',
  'invitations.resend',
  'privacy.decide',
  'clients.write',
  'invoices.write',
  'mails.send',
  'jobs.run',
  'roles.change',
] as const

export const CAPABILITIES = [...READS, ...ACTS] as const
/** One thing that staff may do. An endpoint requires one; a role lists those it grants. */
export type Capability = (typeof CAPABILITIES)[number]

/** Only for super admins, except that auditors share the read-only ones. */
const SUPER: readonly Capability[] = [
  'people.erased',
  'cases.override',
  'screening.settings',
  'jobs.run',
  'roles.proposals',
  'roles.change',
]

/** What everyone with a verified company address may do, with or without a role. */
export const EVERY_STAFF: readonly Capability[] = ['figures.read']

interface Role {
  label: string
  /** A description for the person who grants it. */
  hint: string
  may: readonly Capability[]
  /** Everything its holders read is recorded. */
  isWatched?: true
}

/**
 * All roles, the highest first, with their names and capabilities; read by the access guard, the matrix test, the
 * OpenAPI document, the session's answer and the menus. A person may hold several.
 */
export const ROLES = {
  super_admin: {
    label: 'Super Admin',
    hint: 'Super Admin: full access with no restrictions, including changing roles.',
    may: CAPABILITIES,
  },
  admin: {
    label: 'Admin',
    hint: 'Admins search users, see their verification data, decide on it and send invitations.',
    may: CAPABILITIES.filter((capability) => !SUPER.includes(capability)),
  },
  reviewer: {
    label: 'Reviewer',
    hint: 'Reviewers work on cases and screening matches. They don’t see invoices, exports or roles.',
    // biome-ignore format: a role is one line
    may: ['search.use', 'people.find', 'people.read', 'queue.read', 'cases.read', 'cases.work', 'cases.decide', 'documents.read', 'statements.read', 'screening.read', 'screening.decide', 'screening.run'],
  },
  support: {
    label: 'Support Agent',
    hint: 'Support agents find people, see how they stand and their emails, and propose changes of details. No documents.',
    // biome-ignore format: a role is one line
    may: ['search.use', 'people.find', 'people.read', 'support.read', 'support.resend', 'changes.propose', 'invitations.read', 'invitations.resend'],
  },
  finance: {
    label: 'Finance Officer',
    hint: 'Finance officers keep clients, their projects and invoices.',
    may: [
      'search.use',
      'clients.read',
      'clients.write',
      'invoices.read',
      'invoices.write',
      'invoices.export',
    ],
  },
  auditor: {
    label: 'Auditor',
    hint: 'Auditors read everything and change nothing. Whatever they read is recorded.',
    may: READS,
    isWatched: true,
  },
} as const satisfies Record<string, Role>

export type RoleName = keyof typeof ROLES
export const ROLE_NAMES = Object.keys(ROLES) as [RoleName, ...RoleName[]]

/** Returns a role's entry in the table. */
export function roleNamed(name: RoleName): Role {
  return ROLES[name]
}
