export function groupTopic(groupId: string): string {
  return `group:${groupId}`
}
