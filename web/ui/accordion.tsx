import ChevronDown from 'lucide-react/icons/chevron-down'
import * as RadixAccordion from 'radix-ui/accordion'
import type { ReactNode } from 'react'

export type AccordionItem = { id: string; title: ReactNode; content: ReactNode }

/** Questions that expand to show their answers, several at once; each head is a button in a heading. */
export function Accordion({
  items,
  open = [],
  level = 3,
}: {
  items: readonly AccordionItem[]
  open?: string[]
  /** The headings' level, one below that of their section. */
  level?: 2 | 3
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <RadixAccordion.Root type="multiple" defaultValue={open}>
      {items.map((item) => (
        <RadixAccordion.Item className="border-t border-line last:border-b" key={item.id} value={item.id}>
          <RadixAccordion.Header asChild>
            <Heading>
              <RadixAccordion.Trigger className="group flex min-h-15 w-full items-center justify-between gap-4 px-1 py-3 text-left text-[1.0625rem]/6 font-semibold">
                {item.title}
                <ChevronDown className="size-5 text-ink-3 transition-transform duration-(--t-2) ease-(--ease) group-data-[state=open]:rotate-180" />
              </RadixAccordion.Trigger>
            </Heading>
          </RadixAccordion.Header>
          <RadixAccordion.Content>
            <div className="max-w-[68ch] pr-11 pb-5.5 pl-1 text-ink-2 [&_ul]:list-disc [&_ul]:pl-5 [&>*+*]:mt-2.5">
              {item.content}
            </div>
          </RadixAccordion.Content>
        </RadixAccordion.Item>
      ))}
    </RadixAccordion.Root>
  )
}
