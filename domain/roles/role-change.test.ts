import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { demotion, promotion, type RoleHolder, secondPair } from './role-change.ts'

const person = (id: number, role: 'none' | 'admin' | 'super', isEligible = true): RoleHolder => ({
  id,
  isAdmin: role !== 'none',
  isSuperAdmin: role === 'super',
  roles: [],
  isEligible,
})
const boss = person(1, 'super')

describe('a promotion', () => {
  test.each([
    ['admin', 'none', { isAdmin: true, isSuperAdmin: false, roles: [] }, true],
    ['super_admin', 'none', { isAdmin: true, isSuperAdmin: true, roles: [] }, true],
    ['super_admin', 'admin', { isAdmin: true, isSuperAdmin: true, roles: [] }, true],
    ['admin', 'admin', { isAdmin: true, isSuperAdmin: false, roles: [] }, false],
    // No one loses a role by being given a lower one.
    ['admin', 'super', { isAdmin: true, isSuperAdmin: true, roles: [] }, false],
  ] as const)('to %s from the role %s', (role, has, roles, isChange) => {
    expect(promotion(role, boss, person(2, has))).toEqual({ ok: true, roles, isChange })
  })

  test.each([
    ['by an admin', person(3, 'admin'), person(2, 'none'), 'not_super_admin'],
    [
      'by a super admin whose role has no effect',
      person(3, 'super', false),
      person(2, 'none'),
      'not_super_admin',
    ],
    ['of oneself', boss, boss, 'own_role'],
    ['of someone in whose hands it would have no effect', boss, person(2, 'none', false), 'not_eligible'],
  ] as const)('R22 %s is refused', (_what, actor, target, refusal) => {
    for (const role of ['admin', 'super_admin'] as const)
      expect(promotion(role, actor, target)).toEqual({ ok: false, refusal })
  })
})

describe('a demotion', () => {
  const other = person(2, 'super')

  test.each([
    ['super_admin', 'super', { isAdmin: true, isSuperAdmin: false, roles: [] }, true],
    ['admin', 'super', { isAdmin: false, isSuperAdmin: false, roles: [] }, true],
    ['admin', 'admin', { isAdmin: false, isSuperAdmin: false, roles: [] }, true],
    ['super_admin', 'admin', { isAdmin: true, isSuperAdmin: false, roles: [] }, false],
    ['admin', 'none', { isAdmin: false, isSuperAdmin: false, roles: [] }, false],
  ] as const)('from %s to the role %s', (role, has, roles, isChange) => {
    expect(demotion(role, boss, person(2, has), [boss, other])).toEqual({ ok: true, roles, isChange })
  })

  test('R22 of the last super admin is refused, even by themselves', () => {
    const foreign = person(4, 'super', false)
    expect(demotion('super_admin', boss, boss, [boss])).toEqual({ ok: false, refusal: 'last_super_admin' })
    expect(demotion('admin', boss, boss, [boss, foreign])).toEqual({ ok: false, refusal: 'last_super_admin' })
    expect(demotion('super_admin', boss, boss, [boss, other])).toMatchObject({ ok: true, isChange: true })
    expect(demotion('super_admin', boss, foreign, [boss, foreign])).toMatchObject({ ok: true })
  })

  test('R22 never leaves a company without a super admin, whatever the order of demotions', () => {
    const turn = fc.tuple(fc.nat(4), fc.nat(4), fc.constantFrom('admin' as const, 'super_admin' as const))
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 30 }), (turns) => {
        const people = [0, 1, 2, 3, 4].map((id) => person(id, id < 3 ? 'super' : 'admin'))
        for (const [by, of, role] of turns) {
          const [actor, target] = [people[by], people[of]]
          if (!actor || !target) continue
          const done = demotion(
            role,
            actor,
            target,
            people.filter(({ isSuperAdmin }) => isSuperAdmin),
          )
          if (done.ok) Object.assign(target, done.roles)
        }
        expect(people.some(({ isSuperAdmin }) => isSuperAdmin)).toBe(true)
      }),
    )
  })
})

const holder = (id: number, isEligible = true): RoleHolder => ({
  id,
  isAdmin: true,
  isSuperAdmin: true,
  roles: [],
  isEligible,
})
const [ACTOR, OTHER, TARGET] = [1, 2, 3]

it.each([
  ['nobody has proposed it', null, [holder(1), holder(2)], 'propose'],
  ['the other one has proposed it', OTHER, [holder(1), holder(2)], 'grant'],
  ['the same person has proposed it', ACTOR, [holder(1), holder(2)], 'same_person'],
  ['there is no other super admin', null, [holder(1)], 'grant'],
  ['the other one’s role has no effect', null, [holder(1), holder(2, false)], 'grant'],
  ['whoever proposed it has lost the role', 9, [holder(1), holder(2)], 'propose'],
] as const)('if %s, the grant gives its result', (_, proposedBy, superAdmins, result) => {
  const wish = { actorId: ACTOR, targetId: TARGET, proposedBy, superAdmins }
  expect(secondPair({ ...wish, fourEyes: true })).toBe(result)
  // If the deployment needs no second approval, no one is waited for.
  expect(secondPair({ ...wish, fourEyes: false })).toBe('grant')
})
