import { useId } from 'react'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'

/** A card of facts as they are stored. */
export function FactsCard({ title, items }: { title: string; items: readonly KeyValue[] }) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      <CardBody className="py-3">
        <KeyValueList missing="Not available" items={items} />
      </CardBody>
    </Card>
  )
}
