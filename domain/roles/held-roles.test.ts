import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CAPABILITIES, type Capability, ROLE_NAMES, ROLES, type RoleName } from '#contract/roles.ts'
import { capabilitiesOf, hasRole, isWatched, rolesOf, rolesThatMay } from './held-roles.ts'

const FURTHER: readonly RoleName[] = ROLE_NAMES.filter((name) => name !== 'super_admin' && name !== 'admin')
const held = fc.record({
  isAdmin: fc.boolean(),
  isSuperAdmin: fc.boolean(),
  roles: fc.uniqueArray(fc.constantFrom(...FURTHER, 'of_a_later_release', 'admin', 'super_admin')),
})

test('R21 someone may do what any of their roles allows, and nothing else', () => {
  fc.assert(
    fc.property(held, (person) => {
      const roles = rolesOf(person)
      const may = capabilitiesOf(roles)
      const given = new Set<Capability>(['figures.read', ...roles.flatMap((name) => [...ROLES[name].may])])
      expect(new Set(may)).toEqual(given)
      expect(may).toHaveLength(given.size)
    }),
  )
})

test('R21 the two administration flags come only from the flags, and roles missing from the table allow nothing', () => {
  fc.assert(
    fc.property(held, (person) => {
      const roles = rolesOf(person)
      expect(roles.includes('super_admin')).toBe(person.isSuperAdmin)
      expect(roles.includes('admin')).toBe(person.isAdmin && !person.isSuperAdmin)
      expect(roles.filter((name) => FURTHER.includes(name))).toEqual(
        FURTHER.filter((name) => person.roles.includes(name)),
      )
    }),
  )
  const later = { isAdmin: false, isSuperAdmin: false, roles: ['of_a_later_release'] }
  expect([rolesOf(later), capabilitiesOf(rolesOf(later))]).toEqual([[], ['figures.read']])
  // Their sessions are short all the same.
  expect(hasRole(later)).toBe(true)
})

test('a role includes what everyone on the staff may do', () => {
  expect(rolesThatMay('figures.read')).toEqual(ROLE_NAMES)
  for (const capability of CAPABILITIES)
    for (const name of ROLE_NAMES)
      expect(rolesThatMay(capability).includes(name)).toBe(capabilitiesOf([name]).includes(capability))
})

test('R22 only a super admin assigns roles, and may do everything', () => {
  expect(rolesThatMay('roles.change')).toEqual(['super_admin'])
  expect([...ROLES.super_admin.may]).toEqual([...CAPABILITIES])
})

test('R21 an admin may do everything except what is for super admins', () => {
  const rest = CAPABILITIES.filter(
    (capability) => !(ROLES.admin.may as readonly Capability[]).includes(capability),
  )
  expect(rest).toEqual([
    'people.erased',
    'roles.proposals',
    'cases.override',
    'screening.settings',
    'jobs.run',
    'roles.change',
  ])
})

/** Parts of capabilities that a role must not have. */
const NEVER: Partial<Record<RoleName, RegExp>> = {
  reviewer: /^(roles|invoices|clients|jobs|audit|privacy|mails)\.|export|erased|lead|override|suspend/,
  support:
    /^(documents|cases|screening|statements|queue|roles|invoices|clients|audit|jobs)\.|export|decide|erased/,
  finance: /^(people|cases|documents|screening|statements|queue|support|roles|audit|jobs|privacy)\./,
  auditor: /\.(work|decide|lead|override|run|trial|settings|suspend|end|resend|propose|send|write|change)$/,
}

test.each(Object.entries(NEVER))('R21 the role %s allows nothing that is not its own', (role, never) => {
  expect(ROLES[role as RoleName].may.filter((capability) => never.test(capability))).toEqual([])
})

test('R24 an auditor’s reads are recorded, and everything can be read', () => {
  const auditor = { isAdmin: false, isSuperAdmin: false, roles: ['auditor'] }
  expect(isWatched(auditor)).toBe(true)
  expect(isWatched({ isAdmin: true, isSuperAdmin: true, roles: [] })).toBe(false)
  const reading = CAPABILITIES.filter((capability) =>
    /\.(read|find|use|history|export|erased|proposals)$/.test(capability),
  )
  expect([...ROLES.auditor.may].sort()).toEqual([...reading].sort())
})

test('anyone who may read cases may read whose they are: the desk shows both', () => {
  const readers = rolesThatMay('cases.read')
  expect(readers.length).toBeGreaterThan(2)
  expect(rolesThatMay('people.read')).toEqual(expect.arrayContaining(readers))
})
