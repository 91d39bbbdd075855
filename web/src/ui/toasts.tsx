import { useNotifications } from '@mantine/notifications'
import { Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { later } from './later.ts'

/** What toasts are made of. */
export const ToastCorner = later(async () => (await import('./toast-corner.tsx')).ToastCorner)

/** The corner where toasts appear. */
export function Toasts() {
  const { notifications } = useNotifications()
  const [hadAny, setHadAny] = useState(false)
  if (notifications.length > 0 && !hadAny) setHadAny(true)
  if (!hadAny) return null
  return (
    // No page breaks because a word about it does not come.
    <ErrorBoundary fallback={null}>
      <Suspense>
        <ToastCorner />
      </Suspense>
    </ErrorBoundary>
  )
}
