/** The topic on which the members of a group hear of its changes. */
export function groupTopic(groupId: string): string {
  return `group:${groupId}`
}
