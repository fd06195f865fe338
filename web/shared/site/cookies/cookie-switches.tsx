import type { CookiePreferences } from '#web/lib/cookie-consent.ts'
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

/** One switch for each purpose; the necessary one stays on. */
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
