import { createLink } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ComponentProps } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'

/** The link to the parent page, above the title. */
export const BackLink = createLink(({ children, ...link }: ComponentProps<'a'>) => (
  <a {...link} className={buttonClass('tertiary', 'md', false, '-ml-2.5')}>
    <ArrowLeft />
    {children}
  </a>
))
