/** The texts of the page of an invite link. */
export const en = {
  title: '{inviter} invites you to {group}',
  whatMembersSee: 'Its members will see your name and whether you are available. You join as available.',
  needsAccount: 'For this you need an account. The invitation waits for you until you have signed in.',
  needsApproval: '{inviter} decides who may join.',
  join: 'Join',
  signUp: 'Sign up',
  signIn: 'Sign in',
  deadLink: 'Invitation',
  incomplete: 'A part of this link is missing: copy all of it, or ask whoever gave it to you.',
  asked: 'Asked. You hear of it.',
  askedHint: 'A notification comes as soon as {inviter} has decided.',
}

export type JoiningTexts = typeof en
