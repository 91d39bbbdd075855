const prefix = 'group:'

export function groupTopic(groupId: string): string {
  return `${prefix}${groupId}`
}

export function groupOfTopic(topic: string): string {
  return topic.slice(prefix.length)
}
