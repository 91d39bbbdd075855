/** Returns the name of the topic that a group's members follow. */
export function groupTopic(groupId: string): string {
  return `group:${groupId}`
}
