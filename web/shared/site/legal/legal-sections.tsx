import type { LegalSection } from '#domain/legal/legal-text.ts'

/** The sections of a legal document of our own, under a heading that the page has given it. */
export function LegalSections({
  sections,
  className,
}: {
  sections: readonly LegalSection[]
  className?: string
}) {
  return (
    <div className={className}>
      {sections.map(({ heading, paragraphs, points }) => (
        <section key={heading} className="not-first:mt-6">
          <h3>{heading}</h3>
          {paragraphs.map((paragraph) => (
            <p className="mt-2 text-ink-2" key={paragraph}>
              {paragraph}
            </p>
          ))}
          {points ? (
            <ul className="mt-2 list-disc pl-5 text-ink-2">
              {points.map((point) => (
                <li className="mt-1" key={point}>
                  {point}
                </li>
              ))}
            </ul>
          ) : null}
        </section>
      ))}
    </div>
  )
}
