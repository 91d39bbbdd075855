/** One thing somebody does, with everything it is done to. `as` is a person's number, `at` a node's. */
export type Step = { as: number; device: number; at: number } & Deed

export type Deed =
  | { does: 'create'; name: string }
  | { does: 'rename group'; groupId: string; name: string }
  | { does: 'invite'; groupId: string; emails: string[] }
  | { does: 'accept' | 'decline'; invitationId: string }
  | { does: 'cancel' | 'resend'; groupId: string; invitationId: string }
  | { does: 'toggle'; groupId: string; userId: string; status: boolean }
  | { does: 'leave' | 'delete' | 'withdraw' | 'take over' | 'refuse'; groupId: string }
  | { does: 'offer'; groupId: string; memberId: string }
  | { does: 'rename'; name: string }
  | { does: 'read'; id: number }
  | { does: 'read all'; upTo: number }
  | { does: 'sign out' }
  | { does: 'sign in' }
  | { does: 'reopen' }
  | { does: 'wait'; ms: number }

export type Answer = { status: number; body: unknown }
