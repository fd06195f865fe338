import { Link } from '@tanstack/react-router'
import BadgeCheck from 'lucide-react/icons/badge-check'
import FileSearch from 'lucide-react/icons/file-search'
import Users from 'lucide-react/icons/users'
import type { IconType } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

const POINTS: readonly { icon: IconType; title: string; text: string }[] = [
  {
    icon: FileSearch,
    title: 'Clear provenance',
    text: 'Each credit is shown with its project, its standard and its entry in the register.',
  },
  {
    icon: Users,
    title: 'Verified people and companies',
    text: 'Everyone who buys or sells has passed the same identity checks as you.',
  },
  {
    icon: BadgeCheck,
    title: 'Records you can rely on',
    text: 'Purchases, sales and retirements are kept in your account, with their documents.',
  },
]

/** What is planned, and what people can do until then. */
export function AboutTab() {
  return (
    <Card padded aria-labelledby="about">
      <h2 id="about">A marketplace for environmental assets</h2>
      <p className="mt-2 max-w-[68ch] text-ink-2">
        Buy, sell and retire carbon credits in one place. This is what we are building:
      </p>
      <ul className="mt-6 grid gap-5">
        {POINTS.map(({ icon: Icon, title, text }) => (
          <li className="flex gap-4" key={title}>
            <Icon className="i i-20 mt-0.5 text-brand" />
            <div>
              <h3>{title}</h3>
              <p className="mt-0.5 text-card text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-7 max-w-[68ch] text-ink-2">
        Carbon credits are high-risk. Read the <Link to="/risk-disclosure">risk disclosure</Link>, and see how
        far you are on <Link to="/verification">your verification page</Link>.
      </p>
    </Card>
  )
}
