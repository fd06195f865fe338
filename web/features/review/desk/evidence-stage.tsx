import { useState } from 'react'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import type { PageArea } from '#contract/documents/readings.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { provingSlot } from '#domain/cases/item-review.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { useLapsedAt } from '../case-ownership.tsx'
import { ReadingReason } from '../reading-reason.tsx'
import { type CaseDocument, currentDocument, needsLook } from '../selected-document.ts'
import { useIsOver } from '../use-case-change.ts'
import { type DeskLine, slotBeside } from './desk-lines.ts'
import { lineMark } from './desk-text.ts'
import { StagePane } from './stage-pane.tsx'
import { StageBar, StageToolbar } from './stage-toolbar.tsx'
import { portraitZoom, type StageView } from './use-stage-view.ts'

type Props = {
  userId: number
  reviewCase: ReviewCase
  lines: readonly DeskLine[]
  line: DeskLine
  /** The document that proves the line, or the requested former version. */
  document: CaseDocument | null
  isFormer: boolean
  stage: StageView
  /** The area of the document that the line is about. */
  marked: PageArea | null
  /** Whether the open document has been rendered, or can't be. */
  isDrawn: boolean
  onSelect: (key: string) => void
  onLarge: (isLarge: boolean) => void
  onFailure: (failure: Error | null) => void
}

/** Passports and cards have their portrait at the left (ICAO 9303). */
const PORTRAIT_ACROSS = 0.17

/** The line's document, alone or next to another, and the case's documents below. */
export function EvidenceStage(props: Props) {
  const { userId, reviewCase, line, document, isFormer, stage } = props
  const isOver = useIsOver(reviewCase.documentsOpen?.until)
  const mayOpen = reviewCase.documentsOpen !== null && !isOver
  const lapsedAt = useLapsedAt(reviewCase)
  const second = document && !isFormer ? secondOf(reviewCase, document) : null
  // A face is compared with the one on the ID.
  const [chosen, setChosen] = useState<{ key: string; isOn: boolean }>()
  const isBeside = second !== null && (chosen?.key === line.key ? chosen.isOn : line.key === 'selfie')
  const proof = provingSlot(line.key)
  if (!document)
    return (
      <>
        <StageBar title={line.label} />
        <div className="grid place-items-center bg-sunken p-6">
          {proof ? (
            <EmptyState title={line.key === proof ? 'Not given' : `${SLOT_LABELS[proof]} not given`}>
              {line.key === proof ? undefined : 'That is the document that would prove this.'}
            </EmptyState>
          ) : (
            <EmptyState title="No document proves this">
              {reviewCase.kind === 'business'
                ? 'Compare it with what you find in a public register.'
                : undefined}
            </EmptyState>
          )}
        </div>
      </>
    )
  const title = SLOT_LABELS[document.documentType] + (isFormer ? ', former version' : '')
  return (
    <>
      {mayOpen ? (
        <StageToolbar
          title={isBeside && second ? `${SLOT_LABELS[second.documentType]} and ${title}` : title}
          fileName={document.fileName}
          url={document.documentUrl}
          pages={document.pages ?? 1}
          stage={stage}
          beside={
            second
              ? { isOn: isBeside, toggle: () => setChosen({ key: line.key, isOn: !isBeside }) }
              : undefined
          }
        />
      ) : (
        <StageBar title={title} />
      )}
      <div className="grid min-h-0 auto-cols-fr grid-flow-col gap-3 bg-sunken p-3 max-[53.75rem]:min-h-[60dvh] max-[53.75rem]:grid-flow-row">
        {mayOpen ? (
          <>
            {isBeside && second ? (
              <StagePane
                key={second.id}
                title={SLOT_LABELS[second.documentType]}
                document={second}
                view={{
                  zoom: line.key === 'selfie' ? portraitZoom(stage.view.zoom, document) : stage.view.zoom,
                  page: 1,
                  turn: stage.turnOf(second.id),
                }}
                startAcross={second.documentType === 'id-front' ? PORTRAIT_ACROSS : undefined}
                isLookNeeded={needsLook(reviewCase.items, second)}
                onLarge={ignore}
              />
            ) : null}
            <StagePane
              // Compared with another document, it has to be looked at again.
              key={`${document.id} ${second?.id}`}
              title={title}
              document={document}
              view={stage.view}
              isLookNeeded={needsLook(reviewCase.items, document)}
              marked={props.marked}
              onLarge={props.onLarge}
              onReadingZoom={stage.startAt}
              onFailure={props.onFailure}
            />
          </>
        ) : (
          <div className="grid place-items-center overflow-auto">
            <ReadingReason
              userId={userId}
              reviewCase={reviewCase}
              documentId={document.id}
              isClaimElsewhere={lapsedAt !== null}
            />
          </div>
        )}
      </div>
      <Tiles {...props} isDrawn={props.isDrawn || !mayOpen} />
    </>
  )
}

function ignore() {}

function secondOf(reviewCase: ReviewCase, document: CaseDocument): CaseDocument | null {
  const slot = slotBeside(reviewCase, document.documentType)
  return slot && currentDocument(reviewCase.items, slot)
}

/** The case's documents, each with a link to its line. */
function Tiles({ lines, line, isDrawn, onSelect }: Pick<Props, 'lines' | 'line' | 'isDrawn' | 'onSelect'>) {
  // The thumbnails must not delay the case's first document.
  const [isDue, setDue] = useState(isDrawn)
  if (isDrawn && !isDue) setDue(true)
  const documents = lines.filter(({ key, slot }) => slot === key)
  return (
    <nav aria-label="Documents" className="border-t border-line bg-surface px-3 py-2 max-[73.75rem]:hidden">
      <ul className="grid auto-cols-fr grid-flow-col gap-2">
        {documents.map((each) => (
          <li key={each.key} className="@container grid">
            <button
              type="button"
              aria-current={each.key === line.slot || undefined}
              className={classNames(
                'flex w-full cursor-pointer items-center gap-2 rounded-2 border bg-transparent p-1 text-left text-xs text-ink-2 @max-[136px]:px-2',
                each.key === line.slot ? 'border-brand outline outline-brand' : 'border-line',
              )}
              onClick={() => onSelect(each.key)}
            >
              {/* With many tiles, there is no room for a picture next to the text. */}
              <span className="h-8 w-12 flex-none @max-[136px]:hidden">
                <Thumbnail fills="box" src={isDue ? thumbnailOf(each.item.document) : null} />
              </span>
              <span className="min-w-0">
                <b className="line-clamp-2 font-medium">{each.label}</b>
                <span className="block truncate text-ink-3">{lineMark(each)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function thumbnailOf(document: CaseDocument | null): string | null {
  return document?.mime.startsWith('image/') ? `${document.documentUrl}?size=thumbnail` : null
}
