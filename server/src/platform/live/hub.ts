import { type LiveMessage, liveProtocol } from '@grouplight/contract/live.ts'
import pLimit from 'p-limit'
import { Counts } from '#platform/counts.ts'
import type { Bus } from './bus.ts'
import { type Connection, Connections, type Following, type LiveSocket } from './connections.ts'
import { encodeFrame } from './frame.ts'
import { type HubCommand, siteSubject, userSubject } from './hub-command.ts'
import { applyChanges, LoadsInFlight } from './loads-in-flight.ts'
import { ReorderBuffer } from './reorder-buffer.ts'

// After this message, a client fetches all its data again.
const fetchAgain: LiveMessage = ['hello', { protocol: liveProtocol }]

export class Hub {
  readonly #connections: Connections
  /** The key is a topic, or a `userSubject` for messages to one user. */
  readonly #buffers = new Map<string, ReorderBuffer<LiveMessage[]>>()
  readonly #counts: Counts
  readonly #loads = new LoadsInFlight()
  readonly #oneCorrection = pLimit(1)
  readonly #stale = new Set<string>()
  #onStale = () => {}
  #onPublish = (_topic: string) => {}
  #onSite = () => {}
  #bus: Bus | null = null
  #toSend: HubCommand[] = []

  constructor(counts = new Counts()) {
    this.#counts = counts
    this.#connections = new Connections({
      userConnected: (userId, isConnected) => this.#userConnected(userId, isConnected),
      // `onMissing` is not needed for a topic: the client notices the missing version and fetches the group again.
      topicFollowed: (topic, isFollowed) =>
        this.#receive(topic, isFollowed, { to: () => this.#connections.following(topic) }),
    })
  }

  join(bus: Bus | null): void {
    this.#bus = bus
  }

  /** Carries out the command on this node and on all others. */
  tell(command: HubCommand): void {
    this.apply(command)
    if (!this.#bus) return
    if (this.#toSend.push(command) === 1) queueMicrotask(() => this.#bus?.send(this.#toSend.splice(0)))
  }

  apply(command: HubCommand): void {
    if (command[0] === 'publish') this.#publish(command[1], command[2])
    else if (command[0] === 'site') this.#onSite()
    else if (command[0] === 'sendTo') this.#buffers.get(userSubject(command[1]))?.push(command[2], command[3])
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
   * Applies a command from another node. A 'follow' only marks the user as stale (see `onStale`), because only the database
   * decides who may follow a topic. An 'unfollow' also marks the user as stale, because commands of two nodes can arrive in any
   * order.
   */
  receive(command: HubCommand): void {
    if (command[0] !== 'follow') this.apply(command)
    if (command[0] === 'follow' || command[0] === 'unfollow') this.#markStale(command[1])
  }

  /** Calls `listener` when a user is marked as stale: the user's topics must be read from the database again. */
  onStale(listener: () => void): void {
    this.#onStale = listener
  }

  /**
   * Calls `listener` before connections get a message on a topic. Over NATS, a node gets only messages on topics that its
   * connections follow.
   */
  onPublish(listener: (topic: string) => void): void {
    this.#onPublish = listener
  }

  /** Calls `listener` when the settings of the site have changed. */
  onSite(listener: () => void): void {
    this.#onSite = listener
    this.#bus?.subscribe(siteSubject)
  }

  /** Calls the listener of `onPublish` without sending a message. */
  changeOutside(topic: string): void {
    this.#onPublish(topic)
  }

  takeStale(most: number): string[] {
    const userIds = [...this.#stale].slice(0, most)
    for (const userId of userIds) this.#stale.delete(userId)
    return userIds
  }

  /** Does not call the listener of `onStale`, so that the next attempt to correct the topics starts after a pause. */
  putBackStale(userIds: string[]): void {
    for (const userId of userIds) this.#stale.add(userId)
  }

  /** The connection follows no topic yet, but receives all messages to its user. */
  connect(userId: string, session: string, socket: LiveSocket): Connection {
    const connection: Connection = { userId, session, socket, topics: new Set() }
    this.#connections.add(connection)
    return connection
  }

  disconnect(connection: Connection): void {
    this.#connections.remove(connection)
  }

  async followAll(connection: Connection, load: () => Promise<Following | null>): Promise<void> {
    const gaps = this.#bus?.gaps
    await this.#bus?.subscribed()
    if (!this.#connections.isOpen(connection)) return
    const { loaded, changes } = await this.#loads.run(load)
    if (loaded === null) return
    const newTopics = this.#newTopics(loaded)
    for (const topic of applyChanges(connection.userId, loaded.topics.keys(), changes))
      this.#connections.follow(connection, topic)
    this.#startAfter(connection.userId, loaded, newTopics)
    await this.#bus?.subscribed()
    // If there was a gap since the start of this method, the bus may have lost an 'unfollow'.
    if (this.#bus?.gaps !== gaps) this.#markStale(connection.userId)
  }

  /**
   * Makes users follow exactly the loaded topics, except for changes during the load. `corrected` contains the users whose topics
   * had to change. Concurrent calls run one after the other, so that an older result of `load` cannot replace a newer result.
   */
  async followExactly(
    load: () => Promise<Map<string, Following>>,
  ): Promise<{ loaded: Map<string, Following>; corrected: string[] }> {
    const result = await this.#oneCorrection(async () => {
      const { loaded, changes } = await this.#loads.run(load)
      const corrected = [...loaded].filter(([userId, following]) => {
        const topics = applyChanges(userId, following.topics.keys(), changes)
        const newTopics = this.#newTopics(following)
        const wasWrong = this.#connections.correct(userId, topics)
        this.#startAfter(userId, following, newTopics)
        return wasWrong
      })
      return { loaded, corrected: corrected.map(([userId]) => userId) }
    })
    if (result.corrected.length > 0) await this.#bus?.subscribed()
    return result
  }

  /** Returns the users who have not received all messages up to the loaded versions. A missed message is reported only once. */
  takeMissed(loaded: Map<string, Following>): Set<string> {
    const missed = new Set<string>()
    for (const [userId, following] of loaded) {
      if (this.#buffers.get(userSubject(userId))?.skipTo(following.version)) missed.add(userId)
      for (const [topic, version] of following.topics)
        if (this.#buffers.get(topic)?.skipTo(version))
          for (const follower of this.#connections.following(topic)) missed.add(follower.userId)
    }
    return missed
  }

  refetch(userId: string): void {
    this.#send(this.#connections.of(userId), fetchAgain)
  }

  closeAll(code: number): void {
    for (const userId of this.userIds()) this.#close(userId, code, null)
  }

  userIds(): string[] {
    return this.#connections.userIds()
  }

  sessionsOf(userId: string): string[] {
    return [...this.#connections.of(userId)].map(({ session }) => session)
  }

  countOf(userId: string): number {
    return this.#connections.of(userId).size
  }

  countAll(): number {
    return this.#connections.size
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

  #publish(topic: string, message: LiveMessage): void {
    this.#onPublish(topic)
    if (message[0] === 't' || message[0] === 'c' || message[0] === 'group.changed')
      this.#buffers.get(topic)?.push(message[2], [message])
    else this.#send(this.#connections.following(topic), message)
  }

  #userConnected(userId: string, isConnected: boolean): void {
    this.#receive(userSubject(userId), isConnected, {
      to: () => this.#connections.of(userId),
      onMissing: () => {
        this.refetch(userId)
        this.#markStale(userId)
      },
    })
  }

  #receive(
    subject: string,
    isNeeded: boolean,
    { to, onMissing = () => {} }: { to(): ReadonlySet<Connection>; onMissing?(): void },
  ): void {
    this.#buffers.get(subject)?.stop()
    this.#buffers.delete(subject)
    if (isNeeded) {
      const pass = (messages: LiveMessage[]) => {
        for (const message of messages) this.#send(to(), message)
      }
      this.#buffers.set(subject, new ReorderBuffer(pass, onMissing))
      this.#bus?.subscribe(subject)
    } else this.#bus?.unsubscribe(subject)
  }

  #newTopics({ topics }: Following): Set<string> {
    return new Set([...topics.keys()].filter(topic => !this.#buffers.has(topic)))
  }

  /** Leaves out topics that were followed before, because their followers may have missed messages up to the loaded version. */
  #startAfter(userId: string, { version, topics }: Following, newTopics: Set<string>): void {
    this.#buffers.get(userSubject(userId))?.startAfter(version)
    for (const [topic, version] of topics)
      if (newTopics.has(topic)) this.#buffers.get(topic)?.startAfter(version)
  }

  #send(connections: ReadonlySet<Connection>, message: LiveMessage): void {
    if (connections.size === 0) return
    this.#counts.framesPublished++
    this.#counts.framesDelivered += connections.size
    const frame = encodeFrame(message)
    for (const { socket } of connections) socket.queue(frame)
  }
}
