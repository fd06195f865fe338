import { expect, it } from 'vitest'
import { type Suspendable, type SuspensionRefusal, suspensionRefusal } from './suspension.ts'

const person = (id: number, isSuperAdmin = false): Suspendable => ({ id, isSuperAdmin })

it.each<[string, 'suspend' | 'restore', Suspendable, Suspendable, number[], SuspensionRefusal | null]>([
  ['an admin suspends a customer', 'suspend', person(1), person(2), [9], null],
  ['an admin suspends another admin', 'suspend', person(1), person(2), [9], null],
  ['an admin suspends a super admin', 'suspend', person(1), person(2, true), [2, 9], 'super_admin_only'],
  ['an admin restores a super admin', 'restore', person(1), person(2, true), [9], 'super_admin_only'],
  ['a super admin suspends another', 'suspend', person(1, true), person(2, true), [1, 2], null],
  [
    'a super admin suspends the only one who can act',
    'suspend',
    person(1, true),
    person(2, true),
    [2],
    'last_super_admin',
  ],
  ['a super admin restores another', 'restore', person(1, true), person(2, true), [], null],
  ['anyone suspends themselves', 'suspend', person(1, true), person(1, true), [1, 2], 'own_account'],
])('%s', (_, act, actor, target, acting, refusal) => {
  expect(suspensionRefusal(act, actor, target, acting)).toBe(refusal)
})
