import { useId } from 'react'
import {
  type StatementParts,
  statementSections,
  statementTitle,
} from '#domain/investors/investor-statement.ts'
import { SubHeading } from './step-frame.tsx'

/** The statement in full, section by section, as it is signed. */
export function StatementText({ parts }: { parts: StatementParts }) {
  const id = useId()
  return (
    <section className="card pad" aria-labelledby={id}>
      <SubHeading id={id}>{statementTitle(parts)}</SubHeading>
      {statementSections(parts).map(({ heading, paragraphs }) => (
        <div className="mt-5" key={heading}>
          <SubHeading small>{heading}</SubHeading>
          {paragraphs.map((paragraph) => (
            <p className="mt-1.5 break-words text-[15px] leading-[23px] text-ink-2" key={paragraph}>
              {paragraph}
            </p>
          ))}
        </div>
      ))}
    </section>
  )
}
