import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import type { CallGroup } from './call-line.tsx'

const CallLines = lazyWithPreload(() => import('./call-lines.tsx'), 'CallLines')

type CallsProps = {
  group: CallGroup | undefined
  /** The call that the address names. */
  wanted?: string | null
  isCard?: boolean
}

/** The questions of a group. Their code is loaded only for a group that has one. */
export function Calls({ group, ...lines }: CallsProps) {
  if (!group || !(group.calls || lines.wanted)) return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <CallLines group={group} {...lines} />
      </Suspense>
    </ErrorBoundary>
  )
}
