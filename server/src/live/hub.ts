import type { LiveMessage } from '@grouplight/contract/live.ts'
import { Counts } from '#metrics/counts.ts'
import { type Act, personSubject } from './act.ts'
import type { Bus } from './bus.ts'
import { encodeFrame } from './frame.ts'
import { InOrder } from './in-order.ts'

/** What the hub needs of a connection. Frames are complete, ready to be written. */
export type LiveSocket = {
  queue(frame: Buffer): void
  close(code: number): void
}

/** Whose connection it is: the person, the session it stands on, and its socket. */
export type Connection = { person: string; session: string; socket: LiveSocket; topics: Set<string> }

/**
 * Who is told what. A person follows topics; a message on a topic goes to every connection that follows it, as one frame
 * that is encoded once. Nobody who does not follow a topic ever receives anything of it. What is done here, the hubs of
 * other nodes hear of on the bus, and do it, too.
 */
export class Hub {
  readonly #byTopic = new Map<string, Set<Connection>>()
  readonly #order = new Map<string, InOrder>()
  readonly #byPerson = new Map<string, Set<Connection>>()
  readonly #counts: Counts
  #bus: Bus | null = null
  #toSend: Act[] = []
  #followings = 0
  readonly #doubtful = new Set<string>()

  constructor(counts = new Counts()) {
    this.#counts = counts
  }

  /** From now on this hub is one of several. */
  join(bus: Bus | null): void {
    this.#bus = bus
  }

  follow(person: string, topic: string): void {
    this.#everywhere(['follow', person, topic])
  }

  unfollow(person: string, topic: string): void {
    this.#everywhere(['unfollow', person, topic])
  }

  /** Ends a topic for everybody. */
  dissolve(topic: string): void {
    this.#everywhere(['dissolve', topic])
  }

  publish(topic: string, message: LiveMessage): void {
    this.#everywhere(['publish', topic, message])
  }

  tell(person: string, message: LiveMessage): void {
    this.#everywhere(['tell', person, message])
  }

  /** Closes the connections that stand on a session, or all of the person's. */
  close(person: string, code: number, session?: string): void {
    this.#everywhere(['close', person, code, session ?? null])
  }

  /** Does it among the connections of this node alone: it was heard of on the bus, or the others hear of it another way. */
  perform(act: Act): void {
    const [what, whom] = act
    if (what === 'publish') this.#order.get(whom)?.push(act[2])
    else if (what === 'tell') this.#send(this.#byPerson.get(whom), act[2])
    else if (what === 'follow') this.#refollow(whom, connection => this.#follow(connection, act[2]))
    else if (what === 'unfollow') this.#refollow(whom, connection => this.#unfollow(connection, act[2]))
    else if (what === 'dissolve') this.#dissolve(whom)
    else this.#close(whom, act[2], act[3])
  }

  /** Does what another node has done. Acts of two nodes can come in either order: who follows what is to be looked at again. */
  hear(act: Act): void {
    this.perform(act)
    const [what, person] = act
    if ((what === 'follow' || what === 'unfollow') && this.countOf(person) > 0) this.#doubtful.add(person)
  }

  /** Whose followings were changed by other nodes and have not been set exactly since. */
  doubtful(): string[] {
    return [...this.#doubtful]
  }

  /** Adds a connection that follows nothing yet but what is said to its person. */
  connect(person: string, session: string, socket: LiveSocket): Connection {
    const connection: Connection = { person, session, socket, topics: new Set() }
    if (addTo(this.#byPerson, person, connection)) this.#bus?.attend(personSubject(person))
    return connection
  }

  disconnect(connection: Connection): void {
    for (const topic of connection.topics) this.#unfollow(connection, topic)
    if (removeFrom(this.#byPerson, connection.person, connection))
      this.#bus?.quit(personSubject(connection.person))
  }

  /** Lets a new connection follow what `load` says it may. */
  async followAll(connection: Connection, load: () => Promise<string[]>): Promise<void> {
    await this.#bus?.settled()
    for (const topic of await this.#unchanged(load)) this.#follow(connection, topic)
    await this.#bus?.settled()
  }

  /** Lets people follow exactly what `load` says they may, whatever was missed. Answers for whom that was something else. */
  async followExactly(load: () => Promise<Map<string, Set<string>>>): Promise<string[]> {
    const wrong = new Set<string>()
    for (const [person, topics] of await this.#unchanged(load)) {
      this.#doubtful.delete(person)
      for (const connection of this.#connectionsOf(person)) {
        const tooMuch = [...connection.topics].filter(topic => !topics.has(topic))
        const missing = [...topics].filter(topic => !connection.topics.has(topic))
        if (tooMuch.length + missing.length > 0) wrong.add(person)
        for (const topic of tooMuch) this.#unfollow(connection, topic)
        for (const topic of missing) this.#follow(connection, topic)
      }
    }
    return [...wrong]
  }

  closeAll(code: number): void {
    for (const person of this.people()) this.#close(person, code, null)
  }

  /** Who has a connection to this node. */
  people(): string[] {
    return [...this.#byPerson.keys()]
  }

  /** On which sessions the person's connections stand. */
  sessionsOf(person: string): string[] {
    return this.#connectionsOf(person).map(({ session }) => session)
  }

  countOf(person: string): number {
    return this.#byPerson.get(person)?.size ?? 0
  }

  countAll(): number {
    let all = 0
    for (const connections of this.#byPerson.values()) all += connections.size
    return all
  }

  #everywhere(act: Act): void {
    this.perform(act)
    if (!this.#bus) return
    // What one operation does goes as one.
    if (this.#toSend.push(act) === 1) queueMicrotask(() => this.#bus?.send(this.#toSend.splice(0)))
  }

  /**
   * Loads who may follow what. When somebody's followings change meanwhile, it asks again: what was loaded before a leave must
   * not outlive it.
   */
  async #unchanged<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
    for (;;) {
      const before = this.#followings
      const loaded = await load()
      if (before === this.#followings) return loaded
    }
  }

  #refollow(person: string, change: (connection: Connection) => void): void {
    const connections = this.#connectionsOf(person)
    // Of whom we have no connection, nothing that is being loaded here can be wrong.
    if (connections.length > 0) this.#followings++
    for (const connection of connections) change(connection)
  }

  #dissolve(topic: string): void {
    this.#followings++
    for (const connection of this.#byTopic.get(topic) ?? []) this.#unfollow(connection, topic)
  }

  #close(person: string, code: number, session: string | null): void {
    for (const connection of this.#connectionsOf(person)) {
      if (session !== null && connection.session !== session) continue
      this.disconnect(connection)
      connection.socket.close(code)
    }
  }

  #follow(connection: Connection, topic: string): void {
    // It may have been closed while its topics were loaded.
    if (!this.#byPerson.get(connection.person)?.has(connection)) return
    connection.topics.add(topic)
    if (!addTo(this.#byTopic, topic, connection)) return
    this.#order.set(topic, new InOrder(message => this.#send(this.#byTopic.get(topic), message)))
    this.#bus?.attend(topic)
  }

  #unfollow(connection: Connection, topic: string): void {
    connection.topics.delete(topic)
    if (!removeFrom(this.#byTopic, topic, connection)) return
    this.#order.get(topic)?.stop()
    this.#order.delete(topic)
    this.#bus?.quit(topic)
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

/** Whether it is the first under its key. */
function addTo(index: Map<string, Set<Connection>>, key: string, connection: Connection): boolean {
  const found = index.get(key)
  if (found) found.add(connection)
  else index.set(key, new Set([connection]))
  return !found
}

/** Whether it was the last under its key. */
function removeFrom(index: Map<string, Set<Connection>>, key: string, connection: Connection): boolean {
  const found = index.get(key)
  return found?.delete(connection) === true && found.size === 0 && index.delete(key)
}
