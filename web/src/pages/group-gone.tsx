import groupTexts from 'texts:group'
import groupDialogTexts from 'texts:group-dialogs'
import { listNotifications } from '@grouplight/contract/notification.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { BackToDashboard } from '#features/group/back-to-dashboard.tsx'
import { notificationsKey } from '#features/notification/notification-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { ErrorScreen } from '#ui/error-screen.tsx'

type GroupGoneProps = { groupId: string; name: string }

/**
 * For a user whose open page has shown the group. The server answers outsiders of every kind alike, so the user's own notifications
 * tell whether the group was deleted.
 */
export function GroupGone({ groupId, name }: GroupGoneProps) {
  const { data: wasDeleted, isPending } = useQuery({
    queryKey: [...notificationsKey, 'deleted', groupId],
    queryFn: async ({ signal }) => {
      const { notifications } = await call(listNotifications, { query: {}, signal })
      return notifications.some(one => one.relatedGroupId === groupId && one.action === 'deleted')
    },
  })
  const text = wasDeleted ? groupDialogTexts.wasDeleted : groupDialogTexts.noLongerMember
  return (
    <ErrorScreen title={<bdi>{name}</bdi>}>
      <h2>{groupTexts.notFound}</h2>
      {!isPending && (
        <p>
          <Phrase text={text} group={<bdi>{name}</bdi>} />
        </p>
      )}
      <BackToDashboard />
    </ErrorScreen>
  )
}
