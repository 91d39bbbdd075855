/** Each frame is complete, including its header. */
export type LiveSocket = {
  queue(frame: Buffer): void
  close(code: number): void
}

export type Connection = { userId: string; session: string; socket: LiveSocket; topics: Set<string> }

export class Connections {
  readonly #byUser = new Map<string, Set<Connection>>()
  readonly #byTopic = new Map<string, Set<Connection>>()

  add(connection: Connection): void {
    addTo(this.#byUser, connection.userId, connection)
  }

  remove(connection: Connection): void {
    for (const topic of connection.topics) this.unfollow(connection, topic)
    removeFrom(this.#byUser, connection.userId, connection)
  }

  isOpen(connection: Connection): boolean {
    return this.#byUser.get(connection.userId)?.has(connection) === true
  }

  follow(connection: Connection, topic: string): void {
    // The connection may have closed while its topics were loading.
    if (!this.isOpen(connection)) return
    connection.topics.add(topic)
    addTo(this.#byTopic, topic, connection)
  }

  unfollow(connection: Connection, topic: string): void {
    connection.topics.delete(topic)
    removeFrom(this.#byTopic, topic, connection)
  }

  /** Makes a user's connections follow exactly these topics. */
  correct(userId: string, topics: Set<string>): void {
    for (const connection of [...this.of(userId)]) {
      for (const topic of [...connection.topics]) if (!topics.has(topic)) this.unfollow(connection, topic)
      for (const topic of topics) this.follow(connection, topic)
    }
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

function addTo(index: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const found = index.get(key)
  if (found) found.add(connection)
  else index.set(key, new Set([connection]))
}

function removeFrom(index: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const found = index.get(key)
  if (found?.delete(connection) && found.size === 0) index.delete(key)
}

const prefix = 'group:'

export function groupTopic(groupId: string): string {
  return `${prefix}${groupId}`
}

export function groupOfTopic(topic: string): string {
  return topic.slice(prefix.length)
}
