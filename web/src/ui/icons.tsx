import type { ReactNode } from 'react'

type IconProps = { size?: number; strokeWidth?: number; className?: string }

export const TickIcon = icon(<path d="M5 12.5l4.5 4.5L19 7.5" />)
export const DashIcon = icon(<path d="M6 12h12" />)
export const CrossIcon = icon(<path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />)
export const PlusIcon = icon(<path d="M12 5.5v13M5.5 12h13" />)
export const ArrowLeftIcon = icon(<path d="M19 12H5.5M11.5 5.5L5 12l6.5 6.5" />, 'points')
export const ChevronDownIcon = icon(<path d="M6 9.500l6 6 6-6" />)
export const EnvelopeIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="3" />
    <path d="M4 7.5l8 6 8-6" />
  </>,
)
export const BellIcon = icon(<path d="M6 16v-5a6 6 0 1112 0v5l1.5 2h-15zM10 20.5a2.2 2.2 0 004 0" />)
export const BellOffIcon = icon(
  <path d="M6 16v-5c0-.9.2-1.800.600-2.500M9.500 5.500A6 6 0 0118 11v3M16.500 18h-12L6 16M10 20.5a2.2 2.2 0 004 0M4 4l16 16" />,
)
export const StarIcon = icon(
  <path d="M12 3.500l2.600 5.300 5.900.900-4.250 4.100 1 5.800L12 16.900l-5.250 2.700 1-5.800L3.500 9.700l5.900-.900z" />,
)
export const GearIcon = icon(
  <>
    <circle cx="12" cy="12" r="2.8" />
    <path d="M10.5 5.6l.1-2.7h2.8l.1 2.7 2 .8 2-1.8 1.9 1.9-1.8 2 .8 2 2.7.1v2.8l-2.7.1-.8 2 1.8 2-1.9 1.9-2-1.8-2 .8-.1 2.7h-2.8l-.1-2.7-2-.8-2 1.8-1.9-1.9 1.8-2-.8-2-2.7-.1v-2.8l2.7-.1.8-2-1.8-2 1.9-1.9 2 1.8z" />
  </>,
)
export const TrashIcon = icon(<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.2 11v5M13.8 11v5" />)
export const LeaveIcon = icon(<path d="M14 4.5H6.5v15H14M10.5 12H20M16.5 8.5L20 12l-3.5 3.5" />)
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8.2" r="3.7" />
    <path d="M4.8 20c.8-3.7 3.6-5.6 7.2-5.6s6.4 1.9 7.2 5.6" />
  </>,
)
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.3" />
    <path d="M2.8 19.5c.6-3.4 3-5.1 6.2-5.1s5.6 1.7 6.2 5.1M15.6 5.4a3.3 3.3 0 010 6.2M17.6 14.8c2 .7 3.2 2.3 3.6 4.7" />
  </>,
)
export const MegaphoneIcon = icon(
  <path d="M4 10v4l11 4.500v-13zM18 9.500a3.5 3.5 0 010 5M7 15.200l1 4.300h2.600l-.9-3.2" />,
)
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
)
export const EyeOffIcon = icon(
  <path d="M9.6 6.200A9 9 0 0112 5.800c6 0 9.5 6.2 9.5 6.200a16 16 0 01-2.7 3.300M6.3 7.700A15.5 15.5 0 002.5 12S6 18.2 12 18.200a9.3 9.3 0 004.4-1.100M4 4l16 16" />,
)
export const WarningIcon = icon(<path d="M12 4L2.8 19.500h18.400zM12 10v4.500M12 17v.1" />)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.8" />
    <path d="M12 11v5M12 8v.1" />
  </>,
)

function icon(shape: ReactNode, defaultClass?: string) {
  return ({ size = 22, strokeWidth = 1.8, className = defaultClass }: IconProps) => (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shape}
    </svg>
  )
}
