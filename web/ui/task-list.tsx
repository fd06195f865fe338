import type { ReactNode } from 'react'
import { FAMILY_CLASS, type Family, type IconType } from './badge.tsx'
import { classNames } from './class-names.ts'

/** A step's row, also used by its placeholder. */
export const TASK_ROW_CLASS =
  'grid grid-cols-[40px_1fr_auto] items-center gap-x-4 gap-y-0.5 border-t border-line px-6 py-5 first:border-t-0 max-sm:grid-cols-[40px_1fr] max-sm:items-start max-sm:px-4 max-sm:py-4.5'

/** A progress card's steps. */
export function TaskList({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>
}

export type TaskRowProps = {
  family: Family
  icon: IconType
  title: ReactNode
  detail?: ReactNode
  /** A badge, or the button that leads to the step. */
  end?: ReactNode
}

/** One step: coloured dot, title and sentence, badge or button at the right. */
export function TaskRow({ family, icon: Icon, title, detail, end }: TaskRowProps) {
  return (
    <li className={classNames(TASK_ROW_CLASS, FAMILY_CLASS[family])}>
      <span className="grid size-10 place-items-center rounded-full bg-(--c-bg) text-(--c-ink)">
        <Icon className="size-5 stroke-[2.1]" />
      </span>
      <div>
        <h3 className="text-base">{title}</h3>
        {detail ? <p className="text-card text-ink-2">{detail}</p> : null}
      </div>
      {end ? <div className="max-sm:col-start-2 max-sm:mt-2">{end}</div> : null}
    </li>
  )
}
