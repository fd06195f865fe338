/** The pattern for what is with us. It is never animated. */
export function Hatch({ id, step }: { id: string; step: number }) {
  return (
    <defs>
      <pattern id={id} width={step} height={step} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="fill-blue-bg forced-colors:fill-[Canvas]" width={step} height={step} />
        <rect className="fill-blue-solid forced-colors:fill-[CanvasText]" width={step * 0.48} height={step} />
      </pattern>
    </defs>
  )
}
