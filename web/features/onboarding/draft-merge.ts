import type { ConsumerDraft } from '#contract/onboarding.ts'

interface ServerDraft {
  draft: ConsumerDraft | null
  revision: number
}

/**
 * The answers of this browser and of the account joined, or null without any. No clock has a say: the clocks of
 * devices differ, and a fast one would bring old answers back.
 */
export function newestDraft(
  local: { draft: ConsumerDraft; base: ConsumerDraft; revision: number } | null,
  server: ServerDraft,
): ConsumerDraft | null {
  if (!local) return server.draft
  // Answers that the account once held and holds no more were submitted elsewhere: they are not to be typed twice.
  if (!server.draft) return local.revision > 0 ? null : local.draft
  if (local.revision === server.revision) return local.draft
  return mergeDrafts(local.base, local.draft, server.draft)
}

/**
 * Joins what was typed here with what another device saved meanwhile: answers changed here stay, all others are
 * taken from there, so that nothing anyone typed last is lost.
 */
export function mergeDrafts(base: ConsumerDraft, mine: ConsumerDraft, theirs: ConsumerDraft): ConsumerDraft {
  const merged: ConsumerDraft = { ...theirs }
  for (const name of Object.keys({ ...base, ...mine }) as (keyof ConsumerDraft)[]) {
    if (mine[name] !== base[name]) Object.assign(merged, { [name]: mine[name] })
  }
  return merged
}

/** Whether two drafts say the same; absent and undefined are one thing. */
export function isSameDraft(one: ConsumerDraft, other: ConsumerDraft): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof ConsumerDraft)[]
  return names.every((name) => one[name] === other[name])
}
