import type { SentInvitation, SkipReason } from '@grouplight/contract/invitation.ts'
import { t } from '#texts/texts.ts'
import { TickIcon } from '#ui/icons.tsx'
import classes from './invite-dialog.module.css'

type InviteOutcomeProps = { invited: SentInvitation[]; skipped: { email: string; reason: SkipReason }[] }

/** How many invitations went out, and who needed none. */
export function InviteOutcome({ invited, skipped }: InviteOutcomeProps) {
  return (
    <div role="status" className={classes.outcome}>
      {invited.length > 0 && (
        <p className={classes.sent}>
          <TickIcon size={20} strokeWidth={2.4} />
          {t.invitation.sent(invited.length)}
        </p>
      )}
      {skipped.map(({ email, reason }) => (
        <p key={email}>{sentences[reason](email)}</p>
      ))}
    </div>
  )
}

const sentences: Record<SkipReason, (email: string) => string> = {
  'already-member': t.invitation.alreadyMember,
  'already-invited': t.invitation.alreadyInvited,
  yourself: () => t.invitation.yourself,
}
