import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** The words over a control and under them. */
export const LABEL_CLASS = 'block text-base font-semibold'
export const HINT_CLASS = 'mt-0.5 text-card text-ink-3'
/** The mark of a field whose answer is wrong. */
export const BAD_FIELD_CLASS = 'border-l-4 border-red-solid pl-4.5'

/** The class of a whole field: `field` is its name for what it stands in. The first of a group has no room above it. */
export function fieldClass({ error, fieldClassName }: Pick<FieldTexts, 'error' | 'fieldClassName'>) {
  return classNames(
    'field m-(--field-margin) [--field-margin:28px_0_0] first:[--field-margin:0px]',
    error && BAD_FIELD_CLASS,
    fieldClassName,
  )
}

/** What every form control says around itself, in the order of design §7: label, hint, error, control. */
export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Below the control, read out when it changes: how what was typed is understood. */
  note?: string
  /** Adds "(optional)" to the label. */
  optional?: boolean
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean
  fieldClassName?: string
}

/** What a control must spread so that its texts belong to it. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldTexts & {
  id?: string
  describedBy?: string
  children: (control: ControlProps) => ReactNode
}

/** Label, hint and error around one control, which receives its id and aria attributes. */
export function Field({ id, describedBy, children, ...texts }: FieldProps) {
  const own = useId()
  const control = useControlProps(id ?? own, texts, describedBy)
  return (
    <div className={fieldClass(texts)}>
      <label className={texts.labelHidden ? 'sr-only' : LABEL_CLASS} htmlFor={control.id}>
        <LabelText {...texts} />
      </label>
      <FieldNotes id={control.id} hint={texts.hint} error={texts.error} />
      {children(control)}
      {/* There before it speaks, so that what appears in it is read out. */}
      {texts.note === undefined ? null : (
        <p className={texts.note ? 'mt-1.5 text-sm text-ink-2' : 'sr-only'} role="status">
          {texts.note}
        </p>
      )}
    </div>
  )
}

/** Returns the attributes of a control whose notes are drawn by FieldNotes with the same id. */
export function useControlProps(
  id: string,
  { hint, error }: Pick<FieldTexts, 'hint' | 'error'>,
  describedBy?: string,
): ControlProps {
  return {
    id,
    'aria-describedby': classNames(hint ? `${id}-hint` : null, error ? `${id}-error` : null, describedBy),
    'aria-invalid': error ? true : undefined,
  }
}

/** The words of a label, with "(optional)" where it applies. */
export function LabelText({ label, optional }: Pick<FieldTexts, 'label' | 'optional'>) {
  return (
    <>
      {label}
      {optional ? <span className="font-normal text-ink-3"> (optional)</span> : null}
    </>
  )
}

/** Hint and error of the control with this id. */
export function FieldNotes({ id, hint, error }: { id: string } & Pick<FieldTexts, 'hint' | 'error'>) {
  return (
    <>
      {hint ? (
        <div className={HINT_CLASS} id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
    </>
  )
}

/** One error sentence beside what it concerns. */
export function ErrorText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="mt-2 flex gap-[7px] text-card font-[560] text-red-ink" id={id}>
      <CircleAlert className="mt-0.5" />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">Error: </span>
        {children}
      </span>
    </p>
  )
}

const ROW_CLASS = classNames(
  'mt-7 grid grid-cols-[1fr_1fr] items-start gap-5 *:[--field-margin:0px] first:mt-0 max-phone:grid-cols-[1fr] max-phone:gap-7',
  // Of two fields with hints the inputs are level, whichever hint is longer.
  '[&:has(>:first-child>[id$=-hint]):has(>:last-child>[id$=-hint])]:items-stretch [&:has(>:first-child>[id$=-hint]):has(>:last-child>[id$=-hint])>*]:flex [&:has(>:first-child>[id$=-hint]):has(>:last-child>[id$=-hint])>*]:flex-col [&>*>[id$=-hint]]:grow',
)

/** Two fields side by side, one below the other on phones. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={ROW_CLASS}>{children}</div>
}
