import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Listing a project of one's own, which comes later. */
export function IntegrateTab() {
  return (
    <Card padded aria-labelledby="integrate">
      <h2 id="integrate">Bring your project to the marketplace</h2>
      <p className="mt-2 max-w-[68ch] text-ink-2">
        Project developers will be able to list their projects, add the credits that a register has issued,
        and offer them to verified buyers.
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button disabled aria-describedby="integrate-reason">
          Integrate Your Project (Coming Soon)
        </Button>
        <p className="text-card text-ink-3" id="integrate-reason">
          Project listing opens to verified businesses later.
        </p>
      </div>
    </Card>
  )
}
