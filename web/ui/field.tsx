import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** The classes of a control's label and notes. */
export const LABEL_CLASS = 'block text-base font-semibold'
export const HINT_CLASS = 'mt-0.5 text-card text-ink-3'
/** The mark of a field with an invalid answer. */
export const BAD_FIELD_CLASS = 'border-l-4 border-red-solid pl-4.5'

/**
 * The class of a whole field; `field` identifies it for its container. The first of a group has no space above
 * it.
 */
export function fieldClass({ error, fieldClassName }: Pick<FieldTexts, 'error' | 'fieldClassName'>) {
  return classNames(
    'field m-(--field-margin) [--field-margin:28px_0_0] first:[--field-margin:0px]',
    error && BAD_FIELD_CLASS,
    fieldClassName,
  )
}

/** The texts around a form control, in the order of design §7.2: label, hint, error, control. */
export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** Below the control, announced when it changes: how the typed text is understood. */
  note?: string
  /** Adds "(optional)" to the label. */
  optional?: boolean
  /** Leaves the label to screen readers. */
  labelHidden?: boolean
  fieldClassName?: string
}

/** Attributes that connect a control with its texts. */
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

/** Returns the attributes of a control whose notes FieldNotes renders with the same id. */
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

/** A label's text, with "(optional)" if it is. */
export function LabelText({ label, optional }: Pick<FieldTexts, 'label' | 'optional'>) {
  return (
    <>
      {label}
      {optional ? <span className="font-normal text-ink-3"> (optional)</span> : null}
    </>
  )
}

/** The hint and error of the control with this id. */
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

/** One error sentence next to what it concerns. */
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
  // If two fields have hints their inputs align, whichever hint is longer.
  '[&:has(>:first-child>[id$=-hint]):has(>:last-child>[id$=-hint])]:items-stretch [&:has(>:first-child>[id$=-hint]):has(>:last-child>[id$=-hint])>*]:flex [&:has(>:first-child>[id$=-hint]):has(>:last-child>[id$=-hint])>*]:flex-col [&>*>[id$=-hint]]:grow',
)

/** Two fields next to each other, stacked on phones. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={ROW_CLASS}>{children}</div>
}
