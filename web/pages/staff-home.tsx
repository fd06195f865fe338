import { StaffHomePage } from '#web/features/review/home/staff-home-page.tsx'
import { AppFrame } from '#web/features/shell/app-frame.tsx'

/** The staff dashboard in the product's frame, where no layout route stands around it. */
export function FramedStaffHome() {
  return (
    <AppFrame>
      <StaffHomePage />
    </AppFrame>
  )
}
