import { type FieldValues, get, set, useFormContext } from 'react-hook-form'
import { Banner } from '#web/ui/banner.tsx'
import type { ElsewhereChange } from './draft-merge.ts'
import type { Elsewhere } from './draft-saver.ts'
import type { JourneyKind, JourneyTypes } from './journey-kind.ts'

const LIST = new Intl.ListFormat('en-GB')

/**
 * Says which answers were changed in another tab or on another device. One that was changed here as well has what was
 * entered here, with the other to choose instead, so that nothing typed is lost unseen.
 */
export function ChangedElsewhere<T extends JourneyTypes>({
  changes,
  isGone,
  kind,
  onClose,
}: Elsewhere & { kind: JourneyKind<T>; onClose: () => void }) {
  const form = useFormContext<FieldValues>()
  const draft = kind.draftFromValues(form.watch() as T['values'])
  const textAt = (path: string, answer: unknown) => kind.textOfAnswer(path, answer) || 'nothing'
  const taken = changes.filter(({ isKept }) => !isKept)
  const kept = changes.filter(({ isKept, path, there }) => isKept && get(draft, path) !== there)
  const handleUse = ({ path, there }: ElsewhereChange) => {
    const other = structuredClone(draft)
    set(other, path, there)
    form.reset(kind.valuesFromDraft(other, null), { keepErrors: true })
  }
  const close = (
    <button className="link" type="button" onClick={onClose}>
      Close<span className="sr-only"> this message</span>
    </button>
  )
  if (isGone) {
    return (
      <Banner
        kind="info"
        title="Your saved answers were submitted or deleted elsewhere"
        live
        className="mb-8"
      >
        It happened in another tab or on another device. What you see here is kept. Check it before you
        submit. {close}
      </Banner>
    )
  }
  return (
    <Banner kind="info" title="Your answers were changed elsewhere" live className="mb-8">
      <p>
        You saved answers in another tab or on another device.{' '}
        {taken.length > 0
          ? `These are part of this application now: ${LIST.format(taken.map(({ path }) => kind.nameOfField(path)))}. `
          : null}
        Check your answers before you submit. {close}
      </p>
      {kept.length > 0 ? (
        <>
          <p className="mt-2">We kept what you entered here for:</p>
          <ul className="mt-1">
            {kept.map((change) => (
              <li key={change.path} className="py-1">
                {kind.nameOfField(change.path)}: {textAt(change.path, get(draft, change.path))} here,{' '}
                {textAt(change.path, change.there)} elsewhere.{' '}
                <button className="link" type="button" onClick={() => handleUse(change)}>
                  Use the other<span className="sr-only"> answer for {kind.nameOfField(change.path)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Banner>
  )
}
