import { OwnHome } from '#web/features/home/own-home.tsx'
import { AppFrame } from '#web/features/shell/app-frame.tsx'

/** The home page of someone signed in, where no layout route stands around it. */
export function FramedHome() {
  return (
    <AppFrame>
      <OwnHome />
    </AppFrame>
  )
}
