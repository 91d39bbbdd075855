/** Each frame is complete, including its header. */
export type LiveSocket = {
  queue(frame: Buffer): void
  close(code: number): void
}

export type Connection = { userId: string; session: string; socket: LiveSocket; topics: Set<string> }

type Listener = {
  userConnected(userId: string, isConnected: boolean): void
  topicFollowed(topic: string, isFollowed: boolean): void
}

export class Connections {
  readonly #byUser = new Map<string, Set<Connection>>()
  readonly #byTopic = new Map<string, Set<Connection>>()
  readonly #listener: Listener

  constructor(listener: Listener) {
    this.#listener = listener
  }

  add(connection: Connection): void {
    if (addTo(this.#byUser, connection.userId, connection))
      this.#listener.userConnected(connection.userId, true)
  }

  remove(connection: Connection): void {
    for (const topic of connection.topics) this.unfollow(connection, topic)
    if (removeFrom(this.#byUser, connection.userId, connection))
      this.#listener.userConnected(connection.userId, false)
  }

  isOpen(connection: Connection): boolean {
    return this.#byUser.get(connection.userId)?.has(connection) === true
  }

  follow(connection: Connection, topic: string): void {
    // The connection may have closed while its topics were loading.
    if (!this.isOpen(connection)) return
    connection.topics.add(topic)
    if (addTo(this.#byTopic, topic, connection)) this.#listener.topicFollowed(topic, true)
  }

  unfollow(connection: Connection, topic: string): void {
    connection.topics.delete(topic)
    if (removeFrom(this.#byTopic, topic, connection)) this.#listener.topicFollowed(topic, false)
  }

  /** Makes a user's connections follow exactly these topics. Returns whether the topics of a connection had to change. */
  correct(userId: string, topics: Set<string>): boolean {
    let wasWrong = false
    for (const connection of [...this.of(userId)]) {
      const extra = [...connection.topics].filter(topic => !topics.has(topic))
      const missing = [...topics].filter(topic => !connection.topics.has(topic))
      if (extra.length + missing.length > 0) wasWrong = true
      for (const topic of extra) this.unfollow(connection, topic)
      for (const topic of missing) this.follow(connection, topic)
    }
    return wasWrong
  }

  of(userId: string): ReadonlySet<Connection> {
    return this.#byUser.get(userId) ?? none
  }

  following(topic: string): ReadonlySet<Connection> {
    return this.#byTopic.get(topic) ?? none
  }

  userIds(): string[] {
    return [...this.#byUser.keys()]
  }

  get size(): number {
    let size = 0
    for (const connections of this.#byUser.values()) size += connections.size
    return size
  }
}

const none: ReadonlySet<Connection> = new Set()

function addTo(index: Map<string, Set<Connection>>, key: string, connection: Connection): boolean {
  const found = index.get(key)
  if (found) found.add(connection)
  else index.set(key, new Set([connection]))
  return !found
}

function removeFrom(index: Map<string, Set<Connection>>, key: string, connection: Connection): boolean {
  const found = index.get(key)
  return found?.delete(connection) === true && found.size === 0 && index.delete(key)
}

/** The user's version, and the topics that the user may follow, with the version of each topic's group. */
export type Following = { version: number; topics: Map<string, number> }

const prefix = 'group:'

export function groupTopic(groupId: string): string {
  return `${prefix}${groupId}`
}

export function groupOfTopic(topic: string): string {
  return topic.slice(prefix.length)
}
