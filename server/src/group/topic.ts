/** The topic that the members of a group follow. */
export function groupTopic(groupId: string): string {
  return `group:${groupId}`
}
