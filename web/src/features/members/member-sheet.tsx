import groupTexts from 'texts:group'
import { useEffect } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { AvailabilityIndicator } from '#features/availability/availability-indicator.tsx'
import { DeputyButton } from '#features/group/deputy-button.tsx'
import type { GroupDetails } from '#features/group/group-details.ts'
import { useGroup } from '#features/group/group-queries.ts'
import { roleIn } from '#features/group/roles.ts'
import { isUnconfirmed, nameOf, type ShownMember } from '#features/group/shown-member.ts'
import { FollowButton } from '#features/ringing/follow-button.tsx'
import { WatchButton } from '#features/ringing/watch-button.tsx'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToday } from '#ui/use-now.ts'
import { AvailabilitySince, Unconfirmed, Until } from './availability-times.tsx'
import { MemberLamp } from './member-avatar.tsx'
import classes from './member-sheet.module.css'

export type RemoveMember = (member: { userId: string; name: string }) => void

type MemberSheetProps = {
  group: GroupDetails
  memberId: string
  /** Undefined if the user may not remove members. */
  onRemove: RemoveMember | undefined
  opened: boolean
  onClose: () => void
}

export function MemberSheet({ group, memberId, onRemove, opened, onClose }: MemberSheetProps) {
  const { uid } = useAccount()
  const member = useGroup(group.id)?.members.find(({ userId }) => userId === memberId)
  const hasGone = opened && !member
  useEffect(() => {
    if (hasGone) onClose()
  }, [hasGone, onClose])
  if (!member) return null

  const name = nameOf(member)
  const about = { groupId: group.id, memberId, name }
  const isCreator = group.createdBy === uid
  // Only the creator removes a deputy, and nobody the creator.
  const isRemovable = isCreator || !roleIn(group, memberId)
  return (
    <Dialog opened={opened} title={name} size={380} onClose={onClose}>
      <div className={classes.sheet}>
        <Light member={member} />
        <FollowButton {...about} />
        <WatchButton {...about} isAvailable={member.status} />
        {isCreator && <DeputyButton group={group} member={{ userId: memberId, name }} />}
        {onRemove && isRemovable && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              onClose()
              onRemove({ userId: memberId, name })
            }}
          >
            <span>
              <Phrase text={groupTexts.removeMember} name={<bdi>{name}</bdi>} />
            </span>
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Light({ member }: { member: ShownMember }) {
  const today = useToday()
  const { status, until, note } = member
  return (
    <div className={classes.light}>
      <MemberLamp member={member} large />
      <div>
        <AvailabilityIndicator available={status} unconfirmed={isUnconfirmed(member)} large />
        <p className={classes.times}>
          <AvailabilitySince at={member.lastUpdated} today={today} isOwn={false} />
          {status && until && <Until at={until} today={today} />}
          <Unconfirmed member={member} today={today} />
        </p>
        {status && note && (
          <p>
            <bdi>{note}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}
