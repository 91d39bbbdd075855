import type { LiveMessage } from '@grouplight/contract/live.ts'
import { Counts } from '#metrics/counts.ts'
import { encodeFrame } from './frame.ts'

/** What the hub needs of a connection. Frames are complete, ready to be written. */
export type LiveSocket = {
  queue(frame: Buffer): void
  close(code: number): void
}

/** Whose connection it is: the person, the session it stands on, and its socket. */
export type Connection = { person: string; session: string; socket: LiveSocket; topics: Set<string> }

/**
 * Who is told what. A person follows topics; a message on a topic goes to every connection that follows it, as one frame
 * that is encoded once. Nobody who does not follow a topic ever receives anything of it.
 */
export class Hub {
  readonly #byTopic = new Map<string, Set<Connection>>()
  readonly #byPerson = new Map<string, Set<Connection>>()
  readonly #counts: Counts
  #followings = 0

  constructor(counts = new Counts()) {
    this.#counts = counts
  }

  /** Adds a connection that follows nothing yet but what is said to its person. */
  connect(person: string, session: string, socket: LiveSocket): Connection {
    const connection: Connection = { person, session, socket, topics: new Set() }
    addTo(this.#byPerson, person, connection)
    return connection
  }

  disconnect(connection: Connection): void {
    for (const topic of connection.topics) removeFrom(this.#byTopic, topic, connection)
    connection.topics.clear()
    removeFrom(this.#byPerson, connection.person, connection)
  }

  /**
   * Lets a new connection follow what `load` says it may. When somebody's followings change meanwhile, it asks again:
   * what was loaded before a leave must not outlive it.
   */
  async followAll(connection: Connection, load: () => Promise<string[]>): Promise<void> {
    for (;;) {
      const before = this.#followings
      const topics = await load()
      if (before !== this.#followings) continue
      for (const topic of topics) this.#follow(connection, topic)
      return
    }
  }

  follow(person: string, topic: string): void {
    this.#followings++
    for (const connection of this.#connectionsOf(person)) this.#follow(connection, topic)
  }

  unfollow(person: string, topic: string): void {
    this.#followings++
    for (const connection of this.#connectionsOf(person)) {
      connection.topics.delete(topic)
      removeFrom(this.#byTopic, topic, connection)
    }
  }

  /** Ends a topic for everybody. */
  dissolve(topic: string): void {
    this.#followings++
    for (const connection of this.#byTopic.get(topic) ?? []) connection.topics.delete(topic)
    this.#byTopic.delete(topic)
  }

  publish(topic: string, message: LiveMessage): void {
    this.#send(this.#byTopic.get(topic), message)
  }

  tell(person: string, message: LiveMessage): void {
    this.#send(this.#byPerson.get(person), message)
  }

  /** Closes the connections that stand on a session, or all of the person's. */
  close(person: string, code: number, session?: string): void {
    for (const connection of this.#connectionsOf(person)) {
      if (session !== undefined && connection.session !== session) continue
      this.disconnect(connection)
      connection.socket.close(code)
    }
  }

  closeAll(code: number): void {
    for (const person of [...this.#byPerson.keys()]) this.close(person, code)
  }

  countOf(person: string): number {
    return this.#byPerson.get(person)?.size ?? 0
  }

  countAll(): number {
    let all = 0
    for (const connections of this.#byPerson.values()) all += connections.size
    return all
  }

  #follow(connection: Connection, topic: string): void {
    // It may have been closed while its topics were loaded.
    if (!this.#byPerson.get(connection.person)?.has(connection)) return
    connection.topics.add(topic)
    addTo(this.#byTopic, topic, connection)
  }

  #send(connections: Set<Connection> | undefined, message: LiveMessage): void {
    if (!connections) return
    this.#counts.framesPublished++
    this.#counts.framesDelivered += connections.size
    const frame = encodeFrame(message)
    for (const { socket } of connections) socket.queue(frame)
  }

  #connectionsOf(person: string): Connection[] {
    return [...(this.#byPerson.get(person) ?? [])]
  }
}

function addTo(index: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const found = index.get(key)
  if (found) found.add(connection)
  else index.set(key, new Set([connection]))
}

function removeFrom(index: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const found = index.get(key)
  found?.delete(connection)
  if (found?.size === 0) index.delete(key)
}
