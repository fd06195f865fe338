import ChevronDown from 'lucide-react/icons/chevron-down'
import * as RadixAccordion from 'radix-ui/accordion'
import type { ReactNode } from 'react'

export type AccordionItem = { id: string; title: ReactNode; content: ReactNode }

/** Questions that open to their answers, several at once; each head is a button in a heading. */
export function Accordion({
  items,
  open = [],
  level = 3,
}: {
  items: readonly AccordionItem[]
  open?: string[]
  /** Level of the headings, one below what they stand under. */
  level?: 2 | 3
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <RadixAccordion.Root type="multiple" defaultValue={open}>
      {items.map((item) => (
        <RadixAccordion.Item className="acc" key={item.id} value={item.id}>
          <RadixAccordion.Header asChild>
            <Heading>
              <RadixAccordion.Trigger className="acc-t">
                {item.title}
                <ChevronDown className="i i-20" />
              </RadixAccordion.Trigger>
            </Heading>
          </RadixAccordion.Header>
          <RadixAccordion.Content>
            <div className="a">{item.content}</div>
          </RadixAccordion.Content>
        </RadixAccordion.Item>
      ))}
    </RadixAccordion.Root>
  )
}
