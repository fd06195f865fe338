import {
  AUTO_ADVANCE_HINT,
  SELF_CERTIFICATION_CHIP,
  USER_TYPE_CARDS,
  type UserType,
} from '#contract/account/user-types.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'

export interface UserTypeCardsProps {
  value: UserType | null
  onValueChange: (type: UserType) => void
  onChoose?: (type: UserType) => void
  /** Whether choosing a card continues at once, which the cards then announce (design §9.3). */
  advances?: boolean
  disabled?: boolean
}

/** The five user type cards (onboarding §2.5). */
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

/** The banner after a failed user type update, with a retry button (onboarding §8.1). */
export function UpdateFailed({ detail, onRetry }: { detail?: string | null; onRetry: () => void }) {
  return (
    <Banner kind="error" title="Update Failed" live className="mt-6">
      There was an error while updating your user type. Please try again. {detail}{' '}
      <button className="link" type="button" onClick={onRetry}>
        Try Again
      </button>
    </Banner>
  )
}
