import { AppFrame } from './app-frame.tsx'
import { WelcomePage } from './welcome-page.tsx'

/** The welcome page where no layout route stands around it. */
export function FramedWelcome() {
  return (
    <AppFrame>
      <WelcomePage />
    </AppFrame>
  )
}
