/** What can be read in the administration. */
const READS = [
  /** The figures of the staff home, without names. */
  'figures.read',
  /** The search over everything, which finds what they may read. */
  'search.use',
  'people.find',
  'people.read',
  /** What someone did, their sign-ins and sessions, and what was recorded about them. */
  'people.history',
  'people.export',
  /** Accounts that are gone and whose records the law wants kept. */
  'people.erased',
  /** How someone stands, their mails, and the changes that support proposed for them. */
  'support.read',
  'queue.read',
  /** With `people.read`: the desk shows whose case it is. */
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
  /** Super admins who are proposed and wait for a second word. */
  'roles.proposals',
] as const

/** What can be done there. */
const ACTS = [
  /** Claim a case, mark its items, enter the dates of its documents, write notes. */
  'cases.work',
  'cases.decide',
  /** Assign to others, take over, set a status, confirm an override, ask someone to confirm their details. */
  'cases.lead',
  /** Approve in spite of missing evidence. */
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
/** One thing that staff may do. An endpoint names the one it takes, a role lists those it gives. */
export type Capability = (typeof CAPABILITIES)[number]

/** For super admins alone, auditors who only read apart. */
const SUPER: readonly Capability[] = [
  'people.erased',
  'cases.override',
  'screening.settings',
  'jobs.run',
  'roles.proposals',
  'roles.change',
]

/** What everyone with a verified company address may, with a role or without one. */
export const EVERY_STAFF: readonly Capability[] = ['figures.read']

interface Role {
  label: string
  /** What its holders do, for those who give it. */
  hint: string
  may: readonly Capability[]
  /** Whatever its holders read is recorded. */
  isWatched?: true
}

/**
 * Every role, the highest first, with its name and what it may: the access guard, the matrix of its test, the OpenAPI document,
 * the answer of the session and the menus read this. A person may hold several.
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

/** A role as its line in the table says. */
export function roleNamed(name: RoleName): Role {
  return ROLES[name]
}
