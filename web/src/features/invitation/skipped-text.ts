import invitationTexts from 'texts:invitation'
import type { Skipped, SkipReason } from '@grouplight/contract/group.ts'

export function skippedText({ email, reason }: Skipped): string {
  return sentences[reason]({ email })
}

const sentences: Record<SkipReason, (values: { email: string }) => string> = {
  'already-member': invitationTexts.alreadyMember,
  'already-invited': invitationTexts.alreadyInvited,
  yourself: () => invitationTexts.yourself,
}
