import LifeBuoy from 'lucide-react/icons/life-buoy'
import { useCompany } from '#web/lib/company.ts'
import { Accordion } from '#web/ui/accordion.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { QUESTIONS } from './questions.tsx'

/** Answers to the five questions of the specification (onboarding §2, Verification page). */
export function FaqTab() {
  const company = useCompany()
  return (
    <div className="split-side">
      <section aria-labelledby="questions">
        <h2 id="questions" className="sr-only">
          Frequently asked questions
        </h2>
        <Accordion items={QUESTIONS} />
      </section>
      <aside aria-label="More help">
        <Card padded>
          <h2 className="h3">Still stuck?</h2>
          <p className="mt-1 mb-4 text-card text-ink-2">
            Tell us what happened and include your account email.
          </p>
          <a className={buttonClass('secondary', 'md', true)} href={`mailto:${company.supportEmail}`}>
            <LifeBuoy className="i" />
            Contact Support
          </a>
        </Card>
      </aside>
    </div>
  )
}
