import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import classes from './group-card.module.css'

const InviteLinkButtons = lazyWithPreload(
  () => import('#features/invitation/invite-link-buttons.tsx'),
  'InviteLinkButtons',
)

/** Stands where the lamps of the other members will be. */
export function FirstInvite(group: { groupId: string; groupName: string }) {
  return (
    <div className={classes.invite}>
      <ErrorBoundary fallback={null}>
        <Suspense fallback={<Skeleton width="100%" height={116} />}>
          <InviteLinkButtons {...group} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}
