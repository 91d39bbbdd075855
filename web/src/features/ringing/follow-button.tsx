import ringingDialogTexts from 'texts:ringing-dialogs'
import { followMember, unfollowMember } from '@grouplight/contract/ringing.ts'
import { call } from '#api/client.ts'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import { StarIcon } from '#ui/icons.tsx'
import classes from './follow-button.module.css'
import { useRinging, useRingingChange } from './group-ringing.ts'

type FollowButtonProps = { groupId: string; memberId: string; name: string }

export function FollowButton({ groupId, memberId, name }: FollowButtonProps) {
  const { follows } = useRinging(groupId)
  const { change, pending } = useRingingChange(groupId, (isWanted: boolean) =>
    call(isWanted ? followMember : unfollowMember, { params: { groupId, memberId } }),
  )
  const isPressed = pending ?? follows.includes(memberId)
  return (
    <Button
      variant="default"
      className={classes.follow}
      icon={<StarIcon />}
      aria-pressed={isPressed}
      onClick={() => change(!isPressed)}
    >
      <span>
        <Phrase text={ringingDialogTexts['rule.follow']} name={<bdi>{name}</bdi>} />
      </span>
    </Button>
  )
}
