import { AppFrame } from './features/shell/app-frame.tsx'
import { StaffHomePage } from './features/staff-home/staff-home-page.tsx'

/** The staff dashboard in the product's frame, where no layout route stands around it. */
export function FramedStaffHome() {
  return (
    <AppFrame>
      <StaffHomePage />
    </AppFrame>
  )
}
