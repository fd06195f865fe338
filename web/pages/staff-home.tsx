import { StaffHomePage } from '#web/features/review/home/staff-home-page.tsx'
import { AppFrame } from '#web/features/shell/app-frame.tsx'

/** The staff dashboard with its own frame, because it has no layout route. */
export function FramedStaffHome() {
  return (
    <AppFrame>
      <StaffHomePage />
    </AppFrame>
  )
}
