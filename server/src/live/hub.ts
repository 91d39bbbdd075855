import type { LiveMessage } from '@grouplight/contract/live.ts'
import pLimit from 'p-limit'
import { Counts } from '#metrics/counts.ts'
import type { Bus } from './bus.ts'
import { type Connection, Connections, type LiveSocket } from './connections.ts'
import { encodeFrame } from './frame.ts'
import { type HubCommand, userSubject } from './hub-command.ts'
import { applyChanges, LoadsInFlight } from './loads-in-flight.ts'
import { ReorderBuffer } from './reorder-buffer.ts'

/**
 * Decides which connections receive which live messages. A message on a topic is encoded once and sent to every connection that
 * follows the topic. On a site of several nodes, each command also goes to the other hubs over the bus.
 */
export class Hub {
  readonly #connections: Connections
  readonly #reorderBuffers = new Map<string, ReorderBuffer>()
  readonly #counts: Counts
  readonly #loads = new LoadsInFlight()
  readonly #oneCorrection = pLimit(1)
  readonly #stale = new Set<string>()
  #onStale = () => {}
  #bus: Bus | null = null
  #toSend: HubCommand[] = []

  constructor(counts = new Counts()) {
    this.#counts = counts
    this.#connections = new Connections({
      userConnected: (userId, isConnected) => this.#subscribe(userSubject(userId), isConnected),
      topicFollowed: (topic, isFollowed) => this.#topicFollowed(topic, isFollowed),
    })
  }

  /** Connects this hub with the hubs of other nodes. */
  join(bus: Bus | null): void {
    this.#bus = bus
  }

  follow(userId: string, topic: string): void {
    this.#everywhere(['follow', userId, topic])
  }

  unfollow(userId: string, topic: string): void {
    this.#everywhere(['unfollow', userId, topic])
  }

  /** Ends a topic: all its followers unfollow it. */
  dissolve(topic: string): void {
    this.#everywhere(['dissolve', topic])
  }

  publish(topic: string, message: LiveMessage): void {
    this.#everywhere(['publish', topic, message])
  }

  sendTo(userId: string, message: LiveMessage): void {
    this.#everywhere(['tell', userId, message])
  }

  /** Closes a user's connections: those of one session, or all. */
  close(userId: string, code: number, session?: string): void {
    this.#everywhere(['close', userId, code, session ?? null])
  }

  /** Applies a command to the connections of this node only. */
  apply(command: HubCommand): void {
    if (command[0] === 'publish') this.#reorderBuffers.get(command[1])?.push(command[2])
    else if (command[0] === 'tell') this.#send(this.#connections.of(command[1]), command[2])
    else if (command[0] === 'close') this.#close(command[1], command[2], command[3])
    else {
      this.#loads.record(command)
      if (command[0] === 'dissolve')
        for (const connection of this.#connections.following(command[1]))
          this.#connections.unfollow(connection, command[1])
      else
        for (const connection of this.#connections.of(command[1]))
          this.#connections[command[0]](connection, command[2])
    }
  }

  /**
   * Applies a command from another node. Such a command may make a user unfollow a topic at once, but never follow one, because
   * only the database knows who may. Commands of two nodes can arrive in any order, so both kinds mark the user as stale.
   */
  receive(command: HubCommand): void {
    const [name, userId] = command
    if (name !== 'follow') this.apply(command)
    if (name === 'follow' || name === 'unfollow') this.#markStale(userId)
  }

  /** Calls `listener` when a user becomes stale: the topics that the user may follow must be loaded again. */
  onStale(listener: () => void): void {
    this.#onStale = listener
  }

  /** Returns up to `most` stale users and removes the mark from them. */
  takeStale(most: number): string[] {
    const userIds = [...this.#stale].slice(0, most)
    for (const userId of userIds) this.#stale.delete(userId)
    return userIds
  }

  /** Marks users as stale again whose topics could not be loaded. Does not call the listener. */
  putBackStale(userIds: string[]): void {
    for (const userId of userIds) this.#stale.add(userId)
  }

  /** Adds a connection. It follows no topic yet, but receives what is sent to its user. */
  connect(userId: string, session: string, socket: LiveSocket): Connection {
    const connection: Connection = { userId, session, socket, topics: new Set() }
    this.#connections.add(connection)
    return connection
  }

  disconnect(connection: Connection): void {
    this.#connections.remove(connection)
  }

  /** Makes a new connection follow the topics that `load` returns. */
  async followAll(connection: Connection, load: () => Promise<string[]>): Promise<void> {
    const gaps = this.#bus?.gaps
    await this.#bus?.subscribed()
    if (!this.#connections.isOpen(connection)) return
    const { loaded, changes } = await this.#loads.run(load)
    for (const topic of applyChanges(connection.userId, loaded, changes))
      this.#connections.follow(connection, topic)
    await this.#bus?.subscribed()
    // The bus may have lost an unfollow command meanwhile. Only the database knows.
    if (this.#bus?.gaps !== gaps) this.#markStale(connection.userId)
  }

  /**
   * Makes users follow exactly the topics that `load` returns. Returns the users who followed other topics before, once the bus
   * has subscribed to the new ones. Loads run one after the other, because an older load must not undo a newer one.
   */
  async followExactly(load: () => Promise<Map<string, Set<string>>>): Promise<string[]> {
    const corrected = await this.#oneCorrection(async () => {
      const { loaded, changes } = await this.#loads.run(load)
      return [...loaded].filter(([userId, topics]) =>
        this.#connections.correct(userId, applyChanges(userId, topics, changes)),
      )
    })
    if (corrected.length > 0) await this.#bus?.subscribed()
    return corrected.map(([userId]) => userId)
  }

  closeAll(code: number): void {
    for (const userId of this.userIds()) this.#close(userId, code, null)
  }

  /** The users with a connection to this node. */
  userIds(): string[] {
    return this.#connections.userIds()
  }

  /** The sessions of the user's connections. */
  sessionsOf(userId: string): string[] {
    return [...this.#connections.of(userId)].map(({ session }) => session)
  }

  countOf(userId: string): number {
    return this.#connections.of(userId).size
  }

  countAll(): number {
    return this.#connections.size
  }

  #everywhere(command: HubCommand): void {
    this.apply(command)
    if (!this.#bus) return
    // The commands of one operation are sent together.
    if (this.#toSend.push(command) === 1) queueMicrotask(() => this.#bus?.send(this.#toSend.splice(0)))
  }

  #markStale(userId: string): void {
    if (this.countOf(userId) === 0) return
    this.#stale.add(userId)
    this.#onStale()
  }

  #close(userId: string, code: number, session: string | null): void {
    for (const connection of this.#connections.of(userId)) {
      if (session !== null && connection.session !== session) continue
      this.disconnect(connection)
      connection.socket.close(code)
    }
  }

  #topicFollowed(topic: string, isFollowed: boolean): void {
    this.#reorderBuffers.get(topic)?.stop()
    this.#reorderBuffers.delete(topic)
    if (isFollowed)
      this.#reorderBuffers.set(
        topic,
        new ReorderBuffer(message => this.#send(this.#connections.following(topic), message)),
      )
    this.#subscribe(topic, isFollowed)
  }

  #subscribe(subject: string, isNeeded: boolean): void {
    if (isNeeded) this.#bus?.subscribe(subject)
    else this.#bus?.unsubscribe(subject)
  }

  #send(connections: ReadonlySet<Connection>, message: LiveMessage): void {
    if (connections.size === 0) return
    this.#counts.framesPublished++
    this.#counts.framesDelivered += connections.size
    const frame = encodeFrame(message)
    for (const { socket } of connections) socket.queue(frame)
  }
}
