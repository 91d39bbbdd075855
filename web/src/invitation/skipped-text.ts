import type { Skipped, SkipReason } from '@grouplight/contract/group.ts'
import { t } from '#texts/texts.ts'

/** Returns the sentence that says why no invitation was sent to an address. */
export function skippedText({ email, reason }: Skipped): string {
  return sentences[reason](email)
}

const sentences: Record<SkipReason, (email: string) => string> = {
  'already-member': t.invitation.alreadyMember,
  'already-invited': t.invitation.alreadyInvited,
  yourself: () => t.invitation.yourself,
}
