import type { ConsumerDraft } from '#contract/onboarding.ts'

interface ServerDraft {
  draft: ConsumerDraft | null
  revision: number
  savedAt: string | null
}

/** The newer of the drafts of this browser and of the account, or null without any. */
export function newestDraft(
  local: { draft: ConsumerDraft; savedAt: Date; revision: number } | null,
  server: ServerDraft,
): ConsumerDraft | null {
  if (!local) return server.draft
  if (!server.draft || server.savedAt === null) return local.draft
  // What grew from the server's latest is newer than it, whatever the clock of this device says.
  if (local.revision === server.revision) return local.draft
  return local.savedAt > new Date(server.savedAt) ? local.draft : server.draft
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
