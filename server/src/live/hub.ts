import type { LiveMessage } from '@grouplight/contract/live.ts'
import pLimit from 'p-limit'
import { Counts } from '#metrics/counts.ts'
import type { Bus } from './bus.ts'
import { encodeFrame } from './frame.ts'
import { type HubCommand, userSubject } from './hub-command.ts'
import { InOrder } from './in-order.ts'
import { applyChanges, Loads } from './loads.ts'

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
  #toSend: HubCommand[] = []
  readonly #loads = new Loads()
  readonly #correctingInTurn = pLimit(1)
  readonly #stale = new Set<string>()
  #staleListener = () => {}

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

  sendTo(person: string, message: LiveMessage): void {
    this.#everywhere(['tell', person, message])
  }

  /** Closes the connections that stand on a session, or all of the person's. */
  close(person: string, code: number, session?: string): void {
    this.#everywhere(['close', person, code, session ?? null])
  }

  /** Does it among the connections of this node alone: it was heard of on the bus, or the others hear of it another way. */
  perform(act: HubCommand): void {
    if (act[0] === 'publish') this.#order.get(act[1])?.push(act[2])
    else if (act[0] === 'tell') this.#send(this.#byPerson.get(act[1]), act[2])
    else if (act[0] === 'close') this.#close(act[1], act[2], act[3])
    else {
      this.#loads.note(act)
      if (act[0] === 'dissolve') this.#dissolve(act[1])
      else if (act[0] === 'follow')
        for (const connection of this.#connectionsOf(act[1])) this.#follow(connection, act[2])
      else for (const connection of this.#connectionsOf(act[1])) this.#unfollow(connection, act[2])
    }
  }

  /**
   * Takes in what another node says. It can take a topic away at once, but never give one: whoever joined is looked up in the
   * database first. So is who left, because events of two nodes can come in either order.
   */
  receive(event: HubCommand): void {
    const [what, person] = event
    if (what !== 'follow') this.perform(event)
    if (what === 'follow' || what === 'unfollow') this.#suspect(person)
  }

  /** Calls whenever somebody's followings are to be looked up. */
  onStale(listener: () => void): void {
    this.#staleListener = listener
  }

  /** Some of those who are to be looked up; they are handed out once. */
  takeStale(most: number): string[] {
    const people = [...this.#stale].slice(0, most)
    for (const person of people) this.#stale.delete(person)
    return people
  }

  /** Has people looked up again who could not be: later, whenever somebody asks. */
  putBackStale(people: string[]): void {
    for (const person of people) this.#stale.add(person)
  }

  /** Adds a connection that follows nothing yet but what is said to its person. */
  connect(person: string, session: string, socket: LiveSocket): Connection {
    const connection: Connection = { person, session, socket, topics: new Set() }
    if (addTo(this.#byPerson, person, connection)) this.#bus?.attend(userSubject(person))
    return connection
  }

  disconnect(connection: Connection): void {
    for (const topic of connection.topics) this.#unfollow(connection, topic)
    if (removeFrom(this.#byPerson, connection.person, connection))
      this.#bus?.quit(userSubject(connection.person))
  }

  /** Lets a new connection follow what `load` says it may. */
  async followAll(connection: Connection, load: () => Promise<string[]>): Promise<void> {
    const gaps = this.#bus?.gaps
    await this.#bus?.settled()
    if (!this.#isOpen(connection)) return
    const { loaded, changes } = await this.#loads.run(load)
    for (const topic of applyChanges(connection.person, loaded, changes)) this.#follow(connection, topic)
    await this.#bus?.settled()
    // Of a leave that was lost meanwhile only the database knows.
    if (this.#bus?.gaps !== gaps) this.#suspect(connection.person)
  }

  /**
   * Lets people follow exactly what `load` says they may, whatever was missed. Answers for whom that was something else, once
   * their topics are really heard. One reading after the other: an older one must not undo a newer one.
   */
  async followExactly(load: () => Promise<Map<string, Set<string>>>): Promise<string[]> {
    const wrong = await this.#correctingInTurn(async () => {
      const { loaded, changes } = await this.#loads.run(load)
      return [...loaded].filter(([person, topics]) =>
        this.#correct(person, applyChanges(person, topics, changes)),
      )
    })
    if (wrong.length > 0) await this.#bus?.settled()
    return wrong.map(([person]) => person)
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

  #everywhere(act: HubCommand): void {
    this.perform(act)
    if (!this.#bus) return
    // What one operation does goes as one.
    if (this.#toSend.push(act) === 1) queueMicrotask(() => this.#bus?.send(this.#toSend.splice(0)))
  }

  #suspect(person: string): void {
    if (this.countOf(person) === 0) return
    this.#stale.add(person)
    this.#staleListener()
  }

  /** Whether the person's connections did not follow exactly these topics. */
  #correct(person: string, topics: Set<string>): boolean {
    let isWrong = false
    for (const connection of this.#connectionsOf(person)) {
      const tooMuch = [...connection.topics].filter(topic => !topics.has(topic))
      const missing = [...topics].filter(topic => !connection.topics.has(topic))
      if (tooMuch.length + missing.length > 0) isWrong = true
      for (const topic of tooMuch) this.#unfollow(connection, topic)
      for (const topic of missing) this.#follow(connection, topic)
    }
    return isWrong
  }

  #dissolve(topic: string): void {
    for (const connection of this.#byTopic.get(topic) ?? []) this.#unfollow(connection, topic)
  }

  #isOpen(connection: Connection): boolean {
    return this.#byPerson.get(connection.person)?.has(connection) === true
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
    if (!this.#isOpen(connection)) return
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
