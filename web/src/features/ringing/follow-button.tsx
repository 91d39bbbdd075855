import ringingTexts from 'texts:ringing'
import { followMember, unfollowMember } from '@grouplight/contract/ringing.ts'
import { call } from '#api/client.ts'
import iconButton from '#ui/icon-button.module.css'
import { StarIcon } from '#ui/icons.tsx'
import classes from './follow-button.module.css'
import { useRingingChange } from './group-ringing.ts'

type FollowButtonProps = { groupId: string; memberId: string; name: string; isFollowed: boolean }

export function FollowButton({ groupId, memberId, name, isFollowed }: FollowButtonProps) {
  const params = { groupId, memberId }
  const { change, pending } = useRingingChange(groupId, (isWanted: boolean) =>
    call(isWanted ? followMember : unfollowMember, { params }),
  )
  const isPressed = pending ?? isFollowed
  return (
    <button
      type="button"
      className={`${iconButton.icon} ${classes.star}`}
      aria-label={ringingTexts['rule.follow']({ name })}
      aria-pressed={isPressed}
      onClick={() => change(!isPressed)}
    >
      <StarIcon />
    </button>
  )
}
