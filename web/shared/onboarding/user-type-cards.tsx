import {
  AUTO_ADVANCE_HINT,
  SELF_CERTIFICATION_CHIP,
  USER_TYPE_CARDS,
  type UserType,
} from '#contract/account/user-types.ts'
import { Chip } from '#web/ui/chip.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'

export interface UserTypeCardsProps {
  value: UserType | null
  onValueChange: (type: UserType) => void
  onChoose?: (type: UserType) => void
  /** The cards that move on by themselves say so beforehand (design §9). */
  advances?: boolean
  disabled?: boolean
}

/** The five cards of the user types (onboarding §2). */
export function UserTypeCards({ advances = false, ...group }: UserTypeCardsProps) {
  const options = USER_TYPE_CARDS.map(({ id, title, description, needsSelfCertification }) => ({
    value: id,
    title,
    description:
      advances && !needsSelfCertification ? (
        <>
          {description} <span className="text-ink-3">{AUTO_ADVANCE_HINT}</span>
        </>
      ) : (
        description
      ),
    chip: needsSelfCertification ? <Chip>{SELF_CERTIFICATION_CHIP}</Chip> : undefined,
  }))
  return <RadioCards {...group} id="userType" label="What do you want to do?" options={options} />
}
