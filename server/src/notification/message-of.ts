import type { notices } from '#database/schema.ts'

/** What a notice says. Of those that somebody is available there are many: their sentence is made of the names they keep. */
export function messageOf({
  message,
  relatedUserName,
  relatedGroupName,
}: Pick<typeof notices.$inferSelect, 'message' | 'relatedUserName' | 'relatedGroupName'>): string {
  return message ?? `${relatedUserName} is now available in ${relatedGroupName}`
}
