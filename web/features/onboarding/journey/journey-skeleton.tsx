import { OnboardingFrame } from '#web/ui/onboarding-shell.tsx'
import { StepSkeleton } from '#web/ui/step-skeleton.tsx'

/** A journey while it loads, and while its address gets the step: the footer stays below the screen. */
export function JourneySkeleton() {
  return (
    <OnboardingFrame>
      <StepSkeleton label="Loading your application" />
    </OnboardingFrame>
  )
}
