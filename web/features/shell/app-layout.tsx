import { Outlet } from '@tanstack/react-router'
import { AppFrame } from './app-frame.tsx'

/** The layout route of all pages with the product's header and footer. */
export function AppLayout() {
  return (
    <AppFrame>
      <Outlet />
    </AppFrame>
  )
}
