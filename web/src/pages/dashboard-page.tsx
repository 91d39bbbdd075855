import type { Group } from '@grouplight/contract/group.ts'
import { useQuery } from '@tanstack/react-query'
import { problemText } from '#api/problem-text.ts'
import { GroupCard } from '#availability/group-card.tsx'
import { GroupCardSkeleton } from '#availability/group-card-skeleton.tsx'
import { groupsQuery } from '#group/group-queries.ts'
import { NewGroupButton } from '#group/new-group-button.tsx'
import { NoGroups } from '#group/no-groups.tsx'
import { ErrorScreen } from '#ui/error-screen.tsx'
import { Page } from '#ui/page.tsx'
import classes from './dashboard-page.module.css'

export function DashboardPage() {
  const { data: groups, error, isFetching, refetch } = useQuery(groupsQuery)
  if (!groups && !isFetching) {
    return (
      <Page>
        <ErrorScreen
          title="My Groups"
          message={`Error loading groups: ${problemText(error)}`}
          onRetry={refetch}
        />
      </Page>
    )
  }
  return (
    <Page>
      <div className={classes.head}>
        <h1 tabIndex={-1}>My Groups</h1>
        {groups?.length !== 0 && <NewGroupButton />}
      </div>
      {groups ? <GroupCards groups={groups} /> : <GroupCardSkeletons />}
    </Page>
  )
}

function GroupCards({ groups }: { groups: Group[] }) {
  if (groups.length === 0) return <NoGroups />
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
    <div className={classes.grid} role="status" aria-label="Loading groups">
      <GroupCardSkeleton />
      <GroupCardSkeleton />
      <GroupCardSkeleton />
    </div>
  )
}
