import type { BusinessProfile } from '#contract/onboarding/business.ts'
import type { CaseScreening } from '#contract/screening/screening.ts'
import { CompanyOwners } from '../company-people.tsx'
import type { DeskLine } from './desk-lines.ts'
import { OwnershipPicture } from './ownership-picture.tsx'
import { Choice, StageBar } from './stage-toolbar.tsx'

type Props = {
  company: BusinessProfile
  lines: readonly DeskLine[]
  selected: string
  screening: CaseScreening | null
  isList: boolean
  onToggle: () => void
  onSelect: (key: string) => void
}

/** Who owns the company, as a picture or as a list. */
export function OwnershipStage({ isList, onToggle, ...props }: Props) {
  return (
    <>
      <StageBar title="Who owns the company" note="As declared">
        <Choice label="View" left="Picture" right="List" shortcut="V" isRight={isList} onToggle={onToggle} />
      </StageBar>
      <div className="grid min-h-0 content-center overflow-auto bg-sunken max-[860px]:min-h-[50dvh]">
        {isList || props.company.beneficialOwners.length === 0 ? (
          <div className="p-4">
            <CompanyOwners company={props.company} />
          </div>
        ) : (
          <OwnershipPicture {...props} />
        )}
      </div>
    </>
  )
}
