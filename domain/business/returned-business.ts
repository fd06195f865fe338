import type { ItemKey } from '#contract/verification/cases.ts'
import type { Case, CaseItem } from '#domain/cases/case.ts'
import { isEditable } from '#domain/cases/case-submission.ts'
import type { FieldProblems } from './business-fields.ts'
import type { BusinessPart } from './business-parts.ts'
import { NO_OWNER, SENIOR_MANAGER } from './owner-ids.ts'

type Word = Pick<CaseItem, 'key' | 'decision'> & { reasons: readonly string[] }

const NO_OWNER_ITEM = `owner:${NO_OWNER}`
const SENIOR_MANAGER_ITEM = `owner:${SENIOR_MANAGER}`

/**
 * Whether owners may be added to a returned company: an owner was returned, or the ownership as a whole, which a
 * reviewer marks with OWNERSHIP_UNCLEAR on the registration.
 */
export function canAddOwner(items: readonly Word[]): boolean {
  return (
    isWholeOwnershipReturned(items) || items.some((item) => isReturned(item) && item.key.startsWith('owner:'))
  )
}

/** Whether a second representative may be added to a returned company: only if the other one was returned. */
export function canAddRepresentative(items: readonly Word[]): boolean {
  return items.some((item) => isReturned(item) && item.key.startsWith('representative:'))
}

/**
 * Returns the changes that a returned company may not make, by field path: accepted answers stay as they are, and no
 * one is added or removed (cases, A returned case).
 */
export function lockedChanges(
  current: Pick<Case, 'state' | 'items'>,
  before: readonly BusinessPart[],
  after: readonly BusinessPart[],
): FieldProblems {
  if (current.state !== 'needs_resubmission') return {}
  const problems: Record<string, string> = {}
  for (const part of after) {
    const item = current.items.find(({ key }) => key === part.key)
    if (item ? isEditable(current, item) : mayAppear(part.key, current.items)) continue
    const former = before.find(({ key }) => key === part.key)
    for (const { path, value } of part.fields) {
      const was = former?.fields.find((field) => tail(field.path) === tail(path))?.value
      if (!item) problems[path] = 'You can’t add anyone here, because this part has been accepted'
      else if (was !== value) problems[path] = 'This part has been accepted and can’t be changed'
    }
  }
  for (const { key, label, fields } of before) {
    const item = current.items.find((item) => item.key === key)
    const isGone = !after.some((part) => part.key === key)
    if (!isGone || !item || isEditable(current, item) || mayDisappear(key, current.items)) continue
    problems[formOf(fields[0]?.path ?? key)] = `${label} has been accepted and cannot be removed`
  }
  return problems
}

function mayAppear(key: ItemKey, items: readonly Word[]): boolean {
  return key.startsWith('owner:') ? canAddOwner(items) : canAddRepresentative(items)
}

/** Owners replace a reason and its senior manager, so those two disappear together. */
function mayDisappear(key: ItemKey, items: readonly Word[]): boolean {
  if (key !== NO_OWNER_ITEM && key !== SENIOR_MANAGER_ITEM) return false
  return (
    isWholeOwnershipReturned(items) || items.some((item) => item.key === NO_OWNER_ITEM && isReturned(item))
  )
}

function isWholeOwnershipReturned(items: readonly Word[]): boolean {
  return items.some(
    (item) => item.key === 'registration' && isReturned(item) && item.reasons.includes('OWNERSHIP_UNCLEAR'),
  )
}

function isReturned(item: Word): boolean {
  return item.decision === 'retry'
}

/** Returns the path without the index, because an owner's position in the form may have changed. */
function tail(path: string): string {
  return path.replace(/^beneficialOwners\.\d+\./, '')
}

/** Returns the field that holds a person: the list of owners, or the representative. */
function formOf(path: string): string {
  return path.split('.', 1).join()
}
