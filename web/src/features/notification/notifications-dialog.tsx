import appTexts from 'texts:app'
import notificationTexts from 'texts:notification'
import refusalTexts from 'texts:refusal'
import { Suspense } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NotificationList } from './lazy-notification-list.ts'
import { LoadingNotifications } from './loading-notifications.tsx'
import type { NotificationListProps } from './notification-list.tsx'

type NotificationsDialogProps = NotificationListProps & { opened: boolean; onClose: () => void }

export function NotificationsDialog({ opened, onClose, ...list }: NotificationsDialogProps) {
  return (
    <Dialog opened={opened} title={notificationTexts.title} onClose={onClose}>
      <ErrorBoundary FallbackComponent={NotLoaded}>
        <Suspense fallback={<LoadingNotifications />}>
          <NotificationList {...list} />
        </Suspense>
      </ErrorBoundary>
    </Dialog>
  )
}

function NotLoaded({ resetErrorBoundary }: FallbackProps) {
  return (
    <>
      <AlertText error={refusalTexts.somethingWrong} />
      <Button onClick={() => NotificationList.preload().then(resetErrorBoundary, () => {})}>
        {appTexts.tryAgain}
      </Button>
    </>
  )
}
