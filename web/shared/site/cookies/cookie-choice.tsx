import { useState } from 'react'
import type { CookiePreferences } from '#web/lib/cookie-consent.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'

type Optional = Exclude<keyof CookiePreferences, 'necessary'>

const ROWS: readonly { name: Optional; label: string; description: string }[] = [
  {
    name: 'analytics',
    label: 'Analytics',
    description: 'How the site is used, including session recording.',
  },
  {
    name: 'performance',
    label: 'Performance',
    description: 'How fast pages load and where errors happen.',
  },
  {
    name: 'marketing',
    label: 'Marketing',
    description: 'Measuring which messages bring people here.',
  },
]

const PrivacyDialog = lazyOverlay(() => import('#web/shared/site/legal/privacy-dialog.tsx'), 'PrivacyDialog')

/** A switch for each purpose; the necessary one stays on. */
export function CookieSwitches({
  value,
  onChange,
}: {
  value: CookiePreferences
  onChange: (next: CookiePreferences) => void
}) {
  return (
    <>
      <SwitchRow label="Necessary" description="Signing in, security and your cookie choice." locked />
      {ROWS.map(({ name, label, description }) => (
        <SwitchRow
          key={name}
          label={label}
          description={description}
          checked={value[name]}
          onChange={(event) => onChange({ ...value, [name]: event.target.checked })}
        />
      ))}
    </>
  )
}

/** A link that opens the privacy policy over the question it belongs to. */
export function PrivacyLink() {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  return (
    <>
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => setState('open')}>
        privacy policy
      </button>
      {state === 'unloaded' ? null : (
        <PrivacyDialog open={state === 'open'} onClose={() => setState('closed')} />
      )}
    </>
  )
}
