import { useState } from 'react'
import { useCompany } from '#web/lib/company.ts'
import { EVERYTHING, NECESSARY_ONLY, savePreferences } from '#web/lib/cookie-consent.ts'
import { BottomPanel } from '#web/ui/bottom-panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { CookieSwitches, PrivacyLink } from './cookie-choice.tsx'

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
