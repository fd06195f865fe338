import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

interface DialogInAddress {
  isOpen: boolean
  open: () => void
  close: () => void
  /** The path that opens this page with the dialog, to return to after a sign-in. */
  returnTo: () => string
}

/** A dialog that may need a sign-in: the URL people return to opens it again (security R11). */
export function useDialogInAddress(name: string): DialogInAddress {
  const { ask } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(ask === name)
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      if (ask !== undefined)
        void navigate({
          to: '.',
          search: (current) => ({ ...current, ask: undefined }),
          replace: true,
          resetScroll: false,
        })
    },
    returnTo: () => {
      const search = new URLSearchParams(location.search)
      search.set('ask', name)
      return `${location.pathname}?${search}`
    },
  }
}
