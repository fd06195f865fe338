import { useState } from 'react'
import { useCompany } from '#web/lib/company.ts'
import {
  type CookiePreferences,
  currentConsent,
  EVERYTHING,
  NECESSARY_ONLY,
  resetPreferences,
  savePreferences,
} from '#web/lib/cookie-consent.ts'
import { BottomPanel } from '#web/ui/bottom-panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'

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

type Tab = 'notice' | 'preferences'

const TABS = [
  { value: 'notice', label: 'Cookie Notice' },
  { value: 'preferences', label: 'Preferences' },
] as const

/**
 * The first layer: it stays until a choice is saved, and refusing is as easy as accepting (law §4). `isAway` on small screens
 * while someone types, where it would lie over the field.
 */
export function CookieNotice({ isAway }: { isAway: boolean }) {
  const company = useCompany()
  const [tab, setTab] = useState<Tab>('notice')
  const [wish, setWish] = useState(NECESSARY_ONLY)
  const footer =
    tab === 'notice' ? (
      <>
        <Button onClick={() => savePreferences(NECESSARY_ONLY)}>Necessary Only</Button>
        <Button onClick={() => savePreferences(EVERYTHING)}>Accept All</Button>
        <Button variant="tertiary" className="col-span-2" onClick={() => setTab('preferences')}>
          Customise
        </Button>
      </>
    ) : (
      <>
        <Button onClick={() => setTab('notice')}>Back</Button>
        <Button variant="primary" onClick={() => savePreferences(wish)}>
          Save Preferences
        </Button>
      </>
    )
  return (
    <BottomPanel
      title={`Cookies on ${company.name}`}
      className={isAway ? 'max-[860px]:hidden' : undefined}
      footer={footer}
    >
      <Tabs label="Cookies" fit items={TABS} value={tab} onValueChange={setTab}>
        <TabPanel value="notice" className="pt-2">
          <p className="text-ink-2">
            We use necessary cookies to keep you signed in and to keep the site secure. With your consent we
            also use cookies to understand how the site is used, including session recording.
          </p>
          <p className="mt-1 text-ink-2">
            Read our <PrivacyLink />. You can change your choice at any time with Cookie settings in the
            footer.
          </p>
        </TabPanel>
        <TabPanel value="preferences" className="pt-0">
          <div className="grid gap-x-8 min-[861px]:grid-cols-2">
            <CookieSwitches value={wish} onChange={setWish} />
          </div>
        </TabPanel>
      </Tabs>
    </BottomPanel>
  )
}

/** The same choice later on: changed, withdrawn or forgotten. */
export function CookieSettings({ onClose }: { onClose: () => void }) {
  const [wish, setWish] = useState(() => currentConsent().preferences)
  const save = (preferences: CookiePreferences) => {
    savePreferences(preferences)
    onClose()
    toast({ kind: 'success', title: 'Cookie preferences saved' })
  }
  const reset = () => {
    resetPreferences()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Cookie Settings"
      description="Turning one off stops it and deletes its data."
      footer={
        <>
          <Button onClick={() => save(NECESSARY_ONLY)}>Necessary Only</Button>
          <Button variant="primary" onClick={() => save(wish)}>
            Save Preferences
          </Button>
        </>
      }
    >
      <div className="mt-2">
        <CookieSwitches value={wish} onChange={setWish} />
      </div>
      <p className="text-sm text-ink-2">
        Read our <PrivacyLink />, or{' '}
        <button type="button" className="link" onClick={reset}>
          reset your preferences
        </button>{' '}
        and be asked again.
      </p>
    </Dialog>
  )
}

/** Words that open the privacy policy over the question it belongs to. */
function PrivacyLink() {
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

type Optional = Exclude<keyof CookiePreferences, 'necessary'>

/** One switch for each purpose; the necessary one stays on. */
function CookieSwitches({
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
