import type { TeamMember } from '#contract/review/staff-home.ts'
import { MAX_HELD_CASES } from '#contract/verification/case-limits.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Name } from '#web/ui/name.tsx'
import { FigureLink, HomeCard, HomeNote } from './home-card.tsx'

/** Each reviewer's cases: claims out of the limit, other assigned cases, and how many of them are due. */
export function TeamCard({ team }: { team: readonly TeamMember[] }) {
  return (
    <HomeCard id="team" title="Team" aside={`In hand; “next” gives up to ${MAX_HELD_CASES}`}>
      {team.length === 0 ? (
        <HomeNote>No one may review cases yet.</HomeNote>
      ) : (
        <ul className="px-[18px] pt-2 pb-3 max-[640px]:px-4">
          {team.map((member) => (
            <Load key={member.id} member={member} />
          ))}
        </ul>
      )}
    </HomeCard>
  )
}

function Load({ member: { id, name, isYou, held, assigned, due } }: { member: TeamMember }) {
  // More than the limit fills the bar; the text has the number.
  const width = (cases: number) => `${Math.min(100, (100 * cases) / MAX_HELD_CASES)}%`
  return (
    <li className="grid min-h-9 grid-cols-[26px_minmax(0,1fr)_72px_auto] items-center max-sm:grid-cols-[26px_minmax(0,1fr)_48px_auto] gap-2.5 text-[.875rem]">
      <Avatar name={name} size="sm" />
      <span className="truncate" title={name}>
        <Name>{name}</Name>
        {isYou ? ' (you)' : null}
      </span>
      <span
        aria-hidden="true"
        className="flex h-2.5 overflow-hidden rounded-full bg-sunken shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
      >
        <i
          className="bg-brand forced-colors:bg-[CanvasText]"
          style={{ width: width(Math.max(0, held - due)) }}
        />
        <i
          className="bg-yellow-solid forced-colors:bg-[Highlight]"
          style={{ width: width(Math.min(held, due)) }}
        />
      </span>
      <span className="min-w-24 text-right max-sm:min-w-10 text-[.84375rem] whitespace-nowrap text-ink-2 tabular-nums">
        <FigureLink linked search={{ owner: id }}>
          {held}
          {assigned > 0 ? ` + ${assigned} assigned` : ''}
          {due > 0 ? `, ${due} due` : ''}
          <span className="sr-only">, cases of {name}</span>
        </FigureLink>
      </span>
    </li>
  )
}
