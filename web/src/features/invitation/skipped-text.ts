import type { Skipped, SkipReason } from '@grouplight/contract/group.ts'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'

export function skippedText({ email, reason }: Skipped): string {
  return sentences[reason](email)
}

const sentences: Record<SkipReason, (email: string) => string> = {
  'already-member': invitationTexts.alreadyMember,
  'already-invited': invitationTexts.alreadyInvited,
  yourself: () => invitationTexts.yourself,
}
