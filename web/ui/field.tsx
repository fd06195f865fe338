import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

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
    <div className={classNames('f', texts.error && 'bad', texts.fieldClassName)}>
      <label className={texts.labelHidden ? 'sr-only' : 'lab'} htmlFor={control.id}>
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
        <div className="hint" id={`${id}-hint`}>
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
    <p className="err" id={id}>
      <CircleAlert className="i" />
      <span>
        <span className="sr-only">Error: </span>
        {children}
      </span>
    </p>
  )
}

/** Two fields side by side, one below the other on phones. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="two">{children}</div>
}
