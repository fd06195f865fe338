import { useState } from 'react'

const BASE_WIDTH = 'min(100%, 600px)'

/** A picture at a zoom and a turn. The frame takes the turned picture's shape, so that all of it can be scrolled to. */
export function ImageView({
  url,
  zoom,
  turn,
  description,
  onDrawn,
}: {
  url: string
  zoom: number
  turn: number
  description: string
  /** It can be seen now. */
  onDrawn: () => void
}) {
  const [size, setSize] = useState<{ width: number; height: number } | 'loading' | 'failed'>('loading')
  if (size === 'failed') return <p role="alert">We can’t show this document. Open it in a new tab.</p>
  const { width, height } = size === 'loading' ? { width: 428, height: 270 } : size
  const isSideways = turn % 180 !== 0
  return (
    <div
      className="relative"
      style={{
        width: `calc(${BASE_WIDTH} * ${zoom / 100})`,
        aspectRatio: isSideways ? `${height} / ${width}` : `${width} / ${height}`,
        placeSelf: 'safe center',
      }}
    >
      <img
        className="absolute top-1/2 left-1/2 max-w-none rounded-[14px] shadow-3"
        style={{
          width: isSideways ? `${(100 * width) / height}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
        src={url}
        alt={description}
        onLoad={({ currentTarget }) => {
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          onDrawn()
        }}
        onError={() => setSize('failed')}
      />
    </div>
  )
}
