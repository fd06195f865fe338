import type { HistoryLocation, RouterHistory } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether it is an entry of its own for an open dialog, at the address of the page below. */
    isDialog?: boolean
  }
}

/** What closes each open dialog, the uppermost last. */
const dialogs: (() => void)[] = []
let browser: RouterHistory | undefined
let leaving: Promise<void> | undefined
/** Whether another document is on its way: going back would keep this one. */
let isReplaced = false

/**
 * Lets the browser's Back close the uppermost dialog instead of leaving the page below. It is called before pages
 * register their own questions about leaving, because those are about the page.
 */
export function closeDialogsByBack(history: RouterHistory): void {
  browser = history
  history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action, currentLocation, nextLocation }) => {
      const close = dialogs.at(-1)
      if (action === 'BACK' && close) {
        // The address is undone first: closing may navigate.
        void nextPop().then(close)
        return true
      }
      if ((action !== 'PUSH' && action !== 'REPLACE') || !isOfDialog(currentLocation)) return false
      await leaveEntry(history)
      const { href, state } = nextLocation
      // Once this one is refused: that resets where the history takes itself to be.
      setTimeout(() => history[action === 'PUSH' ? 'push' : 'replace'](href, state))
      return true
    },
  })
  globalThis.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
    if (!destination.sameDocument && downloadRequest === null) isReplaced = true
  })
  globalThis.navigation?.addEventListener('navigateerror', () => {
    isReplaced = false
  })
  history.subscribe(leaveIfClosed)
  // A reload closes dialogs.
  leaveIfClosed()
}

/** Whether this is a dialog's own entry, which shows the page below where it was scrolled to. */
export function isOfDialog({ state }: { state: HistoryLocation['state'] }): boolean {
  return state.isDialog === true
}

/**
 * Closes something that looks like a page of its own by the browser's Back. The first page of a visit has nothing of
 * ours to go back to, and no one is asked before Back leaves it: there it gets an entry of the history of its own, which
 * goes with it. A browser that doesn't say when another document is on its way goes back as it always did.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open || !browser) return
    const dialog = () => close()
    dialogs.push(dialog)
    if (!browser.canGoBack() && 'navigation' in globalThis) {
      const { href, state } = browser.location
      browser.push(href, { ...state, isDialog: true }, { ignoreBlocker: true })
    }
    return () => {
      dialogs.splice(dialogs.indexOf(dialog), 1)
      // Another one may open in its place.
      setTimeout(leaveIfClosed)
    }
  }, [open])
}

function leaveIfClosed(): void {
  if (browser && !isReplaced && dialogs.length === 0 && isOfDialog(browser.location)) void leaveEntry(browser)
}

function leaveEntry(history: RouterHistory): Promise<void> {
  leaving ??= (async () => {
    const pop = nextPop()
    history.back({ ignoreBlocker: true })
    await pop
    leaving = undefined
  })()
  return leaving
}

/** Going back and forth is done when the browser says so. */
function nextPop(): Promise<void> {
  return new Promise((resolve) => addEventListener('popstate', () => resolve(), { once: true }))
}
