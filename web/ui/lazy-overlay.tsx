import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { fetchModule, fetchModuleOnLine } from '#web/lib/fetch-module.ts'
import { toast } from './toast.ts'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

const AGAIN_MS = 5000

interface OverlayProps {
  open?: boolean
  onClose?: () => void
}

const NOT_LOADED = {
  kind: 'error',
  title: 'This could not be loaded',
  description: 'Check your connection, then try again or reload the page.',
} as const

/**
 * An overlay whose code loads when it is first shown. Unlike React's own `lazy` it leaves the page alone if
 * that fails, without a network or after a deployment: what people have typed stays. It tries again when it is
 * opened again, and when the network is back. One that isn't opened by anyone tries by itself, because it may
 * be what notices that. `preload` loads its code ahead, so that it opens without a network too.
 */
export function lazyOverlay<M, Name extends keyof M>(
  load: () => Promise<M>,
  name: Name,
): ComponentType<PropsOf<M[Name]> & OverlayProps> & { preload: () => Promise<void> } {
  type Props = PropsOf<M[Name]> & object
  let loaded: ComponentType<Props> | undefined
  const fetchPart = async (fetchWith: typeof fetchModule) => {
    loaded ??= (await fetchWith(load))[name] as ComponentType<Props>
    return loaded
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once per module, as React's own lazy is.
  function LazyOverlay(props: Props & OverlayProps) {
    const [Part, setPart] = useState(() => loaded)
    const { open = true, onClose } = props
    const handleFailure = useEffectEvent(() => {
      if (!onClose) return true
      toast(NOT_LOADED)
      onClose()
      return false
    })
    // What the page shows by itself follows its own code, so the line is there.
    const fetchNow = useEffectEvent(() => fetchPart(onClose ? fetchModuleOnLine : fetchModule))
    useEffect(() => {
      if (Part || !open) return
      let isGone = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const attempt = () => {
        clearTimeout(timer)
        fetchNow().then(
          (part) => {
            if (!isGone) setPart(() => part)
          },
          () => {
            if (!isGone && handleFailure()) timer = setTimeout(attempt, AGAIN_MS)
          },
        )
      }
      attempt()
      window.addEventListener('online', attempt)
      return () => {
        isGone = true
        clearTimeout(timer)
        window.removeEventListener('online', attempt)
      }
    }, [Part, open])
    return Part ? <Part {...props} /> : null
  }
  return Object.assign(LazyOverlay, { preload: async () => void (await fetchPart(fetchModuleOnLine)) })
}
