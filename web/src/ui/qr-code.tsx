import { encode } from 'uqr'

type QrCodeProps = { address: string; label: string; className: string | undefined }

export function QrCode({ address, label, className }: QrCodeProps) {
  const { size, data } = encode(address, { ecc: 'M', border: 4 })
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={data.flatMap(squares).join('')} />
    </svg>
  )
}

function squares(row: boolean[], y: number): string[] {
  return row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))
}
