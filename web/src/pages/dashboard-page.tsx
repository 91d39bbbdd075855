import groupTexts from 'texts:group'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Navigate } from 'react-router'
import { problemText } from '#api/problem-text.ts'
import { useOpenedLinks } from '#features/account/opened-links.ts'
import { AllGroupsButton } from '#features/availability/all-groups-button.tsx'
import { groupsQuery } from '#features/group/group-queries.ts'
import { NewGroupButton, NoGroups } from '#features/group/no-groups.tsx'
import { GroupCard, GroupCardSkeleton } from '#features/members/group-card.tsx'
import { ErrorScreen } from '#ui/error-screen.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { Page } from '#ui/page.tsx'
import classes from './dashboard-page.module.css'

const PasteLink = lazyWithPreload(() => import('#features/invitation/paste-link.tsx'), 'PasteLink')

export function DashboardPage() {
  const isInvited = useOpenedLinks().some(({ isWanted }) => isWanted)
  const {
    data: groupCount,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...groupsQuery, select: groups => groups.length })
  // After a sign-in at the provider, the browser opens this page.
  if (isInvited) return <Navigate to="/join" replace />
  if (groupCount === undefined && !isFetching) {
    return (
      <Page>
        <ErrorScreen
          title={groupTexts.myGroups}
          message={groupTexts.notLoaded({ why: problemText(error) })}
          onRetry={refetch}
        />
      </Page>
    )
  }
  return (
    <Page>
      <div className={`spread ${classes.head}`}>
        <h1 tabIndex={-1}>{groupTexts.myGroups}</h1>
        {groupCount !== 0 && (
          <div className={classes.actions}>
            {groupCount !== undefined && groupCount > 1 && <AllGroupsButton />}
            <NewGroupButton />
          </div>
        )}
      </div>
      {groupCount === undefined && <GroupCardSkeletons />}
      {groupCount !== undefined && groupCount > 0 && <GroupCards />}
      {groupCount === 0 && (
        <NoGroups>
          <ErrorBoundary fallback={null}>
            <Suspense>
              <PasteLink />
            </Suspense>
          </ErrorBoundary>
        </NoGroups>
      )}
    </Page>
  )
}

// A change of a group renders this component again, but not the cards of other groups, because cards are memoized.
function GroupCards() {
  const { data: groups = [] } = useQuery(groupsQuery)
  return (
    <ul className={classes.grid}>
      {groups.map(group => (
        <GroupCard key={group.id} group={group} />
      ))}
    </ul>
  )
}

function GroupCardSkeletons() {
  return (
    <div className={classes.grid} role="status" aria-label={groupTexts.loadingGroups}>
      <GroupCardSkeleton />
      <GroupCardSkeleton />
      <GroupCardSkeleton />
    </div>
  )
}
