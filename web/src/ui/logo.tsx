export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <circle cx="16" cy="9" r="6.5" fill="var(--available)" />
      <g fill="none" stroke="var(--foreground)" strokeWidth="2.4">
        <circle cx="8.2" cy="22.4" r="5.2" />
        <circle cx="23.8" cy="22.4" r="5.2" />
      </g>
    </svg>
  )
}
