import Building from 'lucide-react/icons/building-2'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import User from 'lucide-react/icons/user'
import { useCallback, useState } from 'react'
import type { BusinessProfile } from '#contract/onboarding/business.ts'
import type { CaseScreening } from '#contract/screening/screening.ts'
import { CompanyOwners } from '#web/features/review/company-people.tsx'
import { OwnershipExcess } from '#web/features/review/ownership-excess.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Name } from '#web/ui/name.tsx'
import type { DeskLine } from './desk-lines.ts'
import { ownershipLayout } from './ownership-layout.ts'
import { Choice, StageBar } from './stage-toolbar.tsx'

type Props = {
  company: BusinessProfile
  lines: readonly DeskLine[]
  selected: string
  screening: CaseScreening | null
  onSelect: (key: string) => void
}

/** A company's owners, as a picture or a list. */
export function OwnershipStage({
  isList,
  onToggle,
  ...props
}: Props & { isList: boolean; onToggle: () => void }) {
  return (
    <>
      <StageBar title="Who owns the company" note="As declared">
        <Choice label="View" left="Picture" right="List" shortcut="V" isRight={isList} onToggle={onToggle} />
      </StageBar>
      <div className="grid min-h-0 content-center overflow-auto bg-sunken max-[53.75rem]:min-h-[50dvh]">
        {isList || props.company.beneficialOwners.length === 0 ? (
          <div className="p-4">
            <CompanyOwners
              company={props.company}
              checkOf={({ id, full_name: name }) => (
                <Marks
                  isAccepted={isAccepted(props.lines, `owner:${id}`)}
                  screened={screenedAs(props.screening, name)}
                />
              )}
            />
            <div className="mt-3 flex flex-wrap items-center gap-x-3 text-sm">
              <span className="min-w-0 wrap-anywhere">
                The applicant, <Name>{props.company.legal_name}</Name>:
              </span>
              <Marks
                isAccepted={isAccepted(props.lines, 'registration')}
                screened={screenedAs(props.screening, props.company.legal_name)}
              />
            </div>
          </div>
        ) : (
          <OwnershipPicture {...props} />
        )}
      </div>
    </>
  )
}

/**
 * A company's owners, from the people at the top down to the applicant, with the shares on the links, dashed where they
 * are held through others. The list next to it has the same for those who can't see it.
 */
function OwnershipPicture({ company, lines, selected, screening, onSelect }: Props) {
  const owners = company.beneficialOwners
  const [room, measured] = useWidth()
  const layout = ownershipLayout(owners.length, room)
  const at = (index: number) => layout.people[index] ?? { x: 0, y: 0 }
  const screenedText = (name: string) => screenedAs(screening, name)
  return (
    <div className="overflow-auto p-3">
      <div ref={measured} />
      <OwnershipExcess company={company} className="mb-3" />
      <div className="relative mx-auto" style={{ width: layout.width, height: layout.height }}>
        <svg className="absolute inset-0" width={layout.width} height={layout.height} aria-hidden="true">
          {owners.map(({ id, held_through: through }, index) => (
            <path
              key={id}
              d={layout.link(index)}
              fill="none"
              strokeWidth={selected === `owner:${id}` ? 2.5 : 1.5}
              strokeDasharray={through === null ? undefined : '6 4'}
              className={selected === `owner:${id}` ? 'stroke-yellow-solid' : 'stroke-line-strong'}
            />
          ))}
        </svg>
        {owners.map(({ id, full_name: name, ownership_percent: percent, held_through: through }, index) => {
          const isInQuestion = selected === `owner:${id}`
          const middle = layout.share(index)
          return (
            <div key={id} className="contents">
              <button
                type="button"
                aria-current={isInQuestion || undefined}
                className={classNames(
                  'absolute grid cursor-pointer content-center gap-1 rounded-3 border bg-surface px-2.5 text-left text-ink shadow-2',
                  isInQuestion ? 'border-2 border-yellow-solid' : 'border-line-strong',
                )}
                style={{
                  left: at(index).x,
                  top: at(index).y,
                  width: layout.box.width,
                  height: layout.box.height,
                }}
                onClick={() => onSelect(`owner:${id}`)}
              >
                <Named icon={User} name={name} />
                <span className="truncate text-xs text-ink-2" title={through ?? undefined}>
                  {through === null ? `Owns ${percent}% in all` : `Owns ${percent}% through ${through}`}
                </span>
                <Marks isAccepted={isAccepted(lines, `owner:${id}`)} screened={screenedText(name)} />
              </button>
              <span
                className={classNames(
                  'absolute -translate-1/2 rounded-full border bg-surface px-2.5 text-xs font-semibold tabular-nums',
                  isInQuestion ? 'border-yellow-solid bg-yellow-bg text-yellow-ink' : 'border-line-strong',
                )}
                style={{ left: middle.x, top: middle.y }}
              >
                {percent}%
              </span>
            </div>
          )
        })}
        <div
          className="absolute grid content-center gap-1 rounded-3 border-2 border-brand bg-brand-soft px-3"
          style={{
            left: layout.company.x,
            top: layout.company.y,
            width: layout.company.width,
            height: layout.box.height,
          }}
        >
          <Named icon={Building} name={company.legal_name} />
          <span className="text-xs text-ink-2">The applicant · {company.company_number}</span>
          <Marks isAccepted={isAccepted(lines, 'registration')} screened={screenedText(company.legal_name)} />
        </div>
      </div>
    </div>
  )
}

/** The width of an element, as it changes with the window. */
function useWidth(): [width: number, measured: (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0)
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, measured]
}

function isAccepted(lines: readonly DeskLine[], wanted: string): boolean {
  return lines.some(({ key, draft }) => key === wanted && draft.decision === 'accepted')
}

/** A name longer than three lines of its box is cut off at its end. */
function Named({ icon: Icon, name }: { icon: typeof User; name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon className="size-4 flex-none" />
      <b className="line-clamp-3 text-sm leading-4.5 font-semibold wrap-anywhere" title={name}>
        <Name>{name}</Name>
      </b>
    </span>
  )
}

function Marks({ isAccepted, screened }: { isAccepted: boolean; screened: Screened }) {
  return (
    <span className="flex gap-x-3 text-xs font-normal in-[table]:flex-wrap">
      <span className={`flex items-center gap-1 ${isAccepted ? 'text-green-ink' : 'text-blue-ink'}`}>
        {isAccepted ? <CircleCheck className="size-3.5" /> : <Clock className="size-3.5" />}
        {isAccepted ? 'Confirmed' : 'To check'}
      </span>
      {screened ? (
        <span
          className={`flex items-center gap-1 ${screened === 'Screened' ? 'text-green-ink' : 'text-yellow-ink'}`}
        >
          {screened === 'Screened' ? (
            <ShieldCheck className="size-3.5" />
          ) : (
            <ShieldAlert className="size-3.5" />
          )}
          {screened}
        </span>
      ) : null}
    </span>
  )
}

type Screened = 'Screened' | 'Match open' | null

function screenedAs(screening: CaseScreening | null, name: string): Screened {
  const subject = screening?.subjects.find((each) => each.name === name)
  if (!subject || subject.outcome === 'stale') return null
  return subject.outcome === 'possible' || subject.outcome === 'strong' ? 'Match open' : 'Screened'
}
