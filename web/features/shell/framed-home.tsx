import { AppFrame } from './app-frame.tsx'
import { PersonalHome } from './personal-home.tsx'

/** The home page of someone signed in, where no layout route stands around it. */
export function FramedHome() {
  return (
    <AppFrame>
      <PersonalHome />
    </AppFrame>
  )
}
