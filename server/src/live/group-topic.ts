const prefix = 'group:'

export function groupTopic(groupId: string): string {
  return `${prefix}${groupId}`
}

/** Returns the id of the group of a topic. */
export function groupOfTopic(topic: string): string {
  return topic.slice(prefix.length)
}
