import type { ReactNode } from 'react'
import { FAMILY_CLASS, type Family, type IconType } from './badge.tsx'
import { classNames } from './class-names.ts'

/** The steps of a progress card. */
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
    <li className={classNames('task', FAMILY_CLASS[family])}>
      <span className="dot">
        <Icon className="i i-20" />
      </span>
      <div>
        <h3>{title}</h3>
        {detail ? <p>{detail}</p> : null}
      </div>
      {end ? <div className="end">{end}</div> : null}
    </li>
  )
}
