import invitationDialogTexts from 'texts:invitation-dialogs'
import type { Skipped, SkipReason } from '@grouplight/contract/group.ts'

export function skippedText({ email, reason }: Skipped): string {
  return sentences[reason]({ email })
}

const sentences: Record<SkipReason, (values: { email: string }) => string> = {
  'already-member': invitationDialogTexts.alreadyMember,
  'already-invited': invitationDialogTexts.alreadyInvited,
  yourself: () => invitationDialogTexts.yourself,
}
