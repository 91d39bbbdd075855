import groupTexts from 'texts:group'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useParams, useSearchParams } from 'react-router'
import { problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { BoardButton } from '#features/board/board-button.tsx'
import { AskAround } from '#features/call/ask-around.tsx'
import { Calls } from '#features/call/calls.tsx'
import { BackToDashboard } from '#features/group/back-to-dashboard.tsx'
import { Description } from '#features/group/description.tsx'
import { type GroupDetails, groupDetails } from '#features/group/group-details.ts'
import { groupQuery, useGroup, useIsLeaving } from '#features/group/group-queries.ts'
import { roleIn } from '#features/group/roles.ts'
import { AvailableCount } from '#features/members/available-count.tsx'
import { CoverageLine } from '#features/members/coverage-line.tsx'
import { MemberList } from '#features/members/member-list.tsx'
import { MemberListSkeleton } from '#features/members/member-list-skeleton.tsx'
import { NumberButton } from '#features/ringing/number-button.tsx'
import { hasFirstSteps } from '#features/ringing/ring-offer-storage.ts'
import { FirstSteps } from '#features/ringing/ringing.ts'
import { Button } from '#ui/button.tsx'
import { ErrorScreen } from '#ui/error-screen.tsx'
import { GearIcon, LeaveIcon, TrashIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import { useOpenOnDemand } from '#ui/use-open-on-demand.ts'
import {
  AdminNotice,
  DeleteOrLeaveDialog,
  GroupGone,
  GroupSettingsDialog,
  InviteDialog,
  RemoveMemberDialog,
} from './group-dialogs.ts'
import classes from './group-page.module.css'

export function GroupPage() {
  const { groupId = '' } = useParams()
  const {
    data: group,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...groupQuery(groupId), select: groupDetails })
  const isLeaving = useIsLeaving(groupId)

  if (problemCode(error) === 'group-not-found' && !isLeaving) return <GroupNotFound group={group} />
  return (
    <Page narrow>
      {group ? (
        <LoadedGroup key={groupId} group={group} />
      ) : (
        <>
          <div className={classes.bar}>
            <BackToDashboard />
          </div>
          {isFetching ? (
            <GroupSkeleton />
          ) : (
            <ErrorScreen title={groupTexts.groupNotLoaded({ why: problemText(error) })} onRetry={refetch} />
          )}
        </>
      )}
    </Page>
  )
}

function LoadedGroup({ group }: { group: GroupDetails }) {
  const { uid } = useAccount()
  const role = roleIn(group, uid)
  const isCreator = role === 'creator'
  const isAdmin = role !== undefined
  const action = isCreator ? 'delete' : 'leave'
  const [isNew] = useState(() => hasFirstSteps(uid))
  const [removed, setRemoved] = useState({ userId: '', name: '' })
  const invite = useLazyDialog(InviteDialog, { groupId: group.id })
  const deleteOrLeave = useLazyDialog(DeleteOrLeaveDialog, { groupId: group.id, action })
  const settings = useLazyDialog(GroupSettingsDialog, { group, role, onLeave: deleteOrLeave.open })
  const removal = useLazyDialog(RemoveMemberDialog, { groupId: group.id, member: removed })
  const { open: openRemoval } = removal
  const heading = useRef<HTMLHeadingElement>(null)
  // A notification demands it.
  useOpenOnDemand('opensInvite', invite.open, isAdmin)
  useOpenOnDemand('opensSettings', settings.open, isAdmin)
  const askToRemove = useCallback(
    (member: { userId: string; name: string }) => {
      setRemoved(member)
      openRemoval()
    },
    [openRemoval],
  )
  const wanted = useSearchParams()[0].get('call')
  const calls = <GroupCalls groupId={group.id} wanted={wanted} />
  return (
    <>
      {wanted && calls}
      <div className={classes.bar}>
        <BackToDashboard />
        <div className={classes.actions}>
          <Button
            variant="default"
            aria-label={groupTexts.settings}
            className={classes.action}
            onClick={settings.open}
          >
            <GearIcon />
          </Button>
        </div>
      </div>
      <h1 tabIndex={-1} ref={heading}>
        <bdi>{group.name}</bdi>
      </h1>
      {group.description && <Description text={group.description} />}
      {(group.offeredTo || group.takeOverFrom || role === 'deputy') && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <AdminNotice group={group} onAnswered={() => heading.current?.focus()} />
          </Suspense>
        </ErrorBoundary>
      )}
      {isNew && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <FirstSteps onClose={() => heading.current?.focus()} />
          </Suspense>
        </ErrorBoundary>
      )}
      {!wanted && calls}
      <MemberList
        group={group}
        count={<GroupCount group={group} />}
        invite={isAdmin && <Button onClick={invite.open}>{groupTexts.inviteMembers}</Button>}
        onRemove={isAdmin ? askToRemove : undefined}
      />
      <div className={classes.foot}>
        {(isAdmin || group.hasBoards) && <BoardButton groupId={group.id} isAdmin={isAdmin} />}
        <Button
          variant="subtle"
          color="red"
          icon={isCreator ? <TrashIcon size={20} /> : <LeaveIcon size={20} />}
          onClick={deleteOrLeave.open}
        >
          {groupTexts[action]}
        </Button>
      </div>
      {settings.dialog}
      {isAdmin && invite.dialog}
      {deleteOrLeave.dialog}
      {removal.dialog}
    </>
  )
}

function GroupCalls({ groupId, wanted }: { groupId: string; wanted: string | null }) {
  const { data } = useQuery({
    ...groupQuery(groupId),
    select: ({ id, createdBy, deputies, memberCount, calls }) => ({
      id,
      createdBy,
      deputies,
      memberCount,
      calls,
    }),
  })
  return <Calls group={data} wanted={wanted} />
}

function GroupCount({ group: details }: { group: GroupDetails }) {
  const group = useGroup(details.id)
  if (!group) return null
  const count = <AvailableCount count={group.availableCount} unconfirmed={group.unconfirmedCount} />
  return (
    <>
      {group.memberCount > 1 ? <NumberButton groupId={group.id}>{count}</NumberButton> : count}
      <AskAround group={details} />
      <CoverageLine group={group} />
    </>
  )
}

function GroupSkeleton() {
  return (
    <div role="status" aria-label={groupTexts.loading}>
      <Skeleton width="55%" height={32} />
      <MemberListSkeleton />
    </div>
  )
}

function GroupNotFound({ group }: { group: GroupDetails | undefined }) {
  const notFound = (
    <ErrorScreen title={groupTexts.notFound}>
      <BackToDashboard />
    </ErrorScreen>
  )
  return (
    <Page narrow>
      {group ? (
        <ErrorBoundary fallback={notFound}>
          <Suspense fallback={notFound}>
            <GroupGone groupId={group.id} name={group.name} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        notFound
      )}
    </Page>
  )
}
