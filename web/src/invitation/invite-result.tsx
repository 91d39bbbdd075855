import type { Skipped } from '@grouplight/contract/group.ts'
import type { SentInvitation } from '@grouplight/contract/invitation.ts'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { TickIcon } from '#ui/icons.tsx'
import classes from './invite-dialog.module.css'
import { skippedText } from './skipped-text.ts'

type InviteResultProps = { invited: SentInvitation[]; skipped: Skipped[] }

export function InviteResult({ invited, skipped }: InviteResultProps) {
  return (
    <div role="status" className={classes.result}>
      {invited.length > 0 && (
        <p className={classes.sent}>
          <TickIcon size={20} strokeWidth={2.4} />
          {invitationTexts.sent(invited.length)}
        </p>
      )}
      {skipped.map(each => (
        <p key={each.email}>{skippedText(each)}</p>
      ))}
    </div>
  )
}
