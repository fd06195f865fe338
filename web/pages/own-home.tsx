import { OwnHome } from '#web/features/home/own-home.tsx'
import { AppFrame } from '#web/features/shell/app-frame.tsx'

/** A signed-in person's home page with its own frame, because it has no layout route. */
export function FramedHome() {
  return (
    <AppFrame>
      <OwnHome />
    </AppFrame>
  )
}
