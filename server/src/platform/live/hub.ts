import { closeCodes, type LiveMessage, liveProtocol } from '@grouplight/contract/live.ts'
import pLimit from 'p-limit'
import { Counts } from '#platform/counts.ts'
import { type Connection, Connections, type LiveSocket } from './connections.ts'
import { encodeFrame } from './frame.ts'
import type { HubCommand } from './hub-command.ts'
import { applyChanges, LoadsInFlight } from './loads-in-flight.ts'

/** How many users' topics are read from the database at once. */
export const usersAtOnce = 250
// After this message, a client fetches all its data again.
const fetchAgain: LiveMessage = ['hello', { protocol: liveProtocol }]

/** The topics of a user must be read again. `messages` to the user wait for it, so that who learns of a group follows it already. */
type Stale = { messages: LiveMessage[]; isBeingRead: boolean }

/** The live connections of this node, and the topics that they follow. */
export class Hub {
  readonly #connections = new Connections()
  readonly #counts: Counts
  readonly #loads = new LoadsInFlight()
  readonly #oneCorrection = pLimit(1)
  readonly #stale = new Map<string, Stale>()
  #gaps = 0
  #onStale = () => {}
  #onPublish = (_topic: string) => {}
  #onSite = () => {}

  constructor(counts = new Counts()) {
    this.#counts = counts
  }

  /** A 'follow' only makes the node read the user's topics again, because only the database decides who may follow a topic. */
  receive(command: HubCommand): void {
    const [name, subject = ''] = command
    if (name === 'site') this.#onSite()
    else if (name === 'publish') {
      this.#onPublish(subject)
      this.#send(this.#connections.following(subject), command[2])
    } else if (name === 'sendTo') this.#sendTo(subject, command[2])
    else if (name === 'close') this.#close(subject, command[2], command[3])
    else if (name === 'follow') this.#markStale(subject)
    else {
      this.#loads.record(command)
      if (name === 'unfollow')
        for (const connection of this.#connections.of(subject))
          this.#connections.unfollow(connection, command[2])
      else
        for (const connection of [...this.#connections.following(subject)])
          this.#connections.unfollow(connection, subject)
    }
  }

  /** Calls `listener` when there are users for `correctStale`. */
  onStale(listener: () => void): void {
    this.#onStale = listener
  }

  /** Reads the topics of users who may have joined a group. */
  async correctStale(read: (userIds: string[]) => Promise<Map<string, Set<string>>>): Promise<void> {
    while (this.#stale.size > 0) {
      const userIds = [...this.#stale.keys()].slice(0, usersAtOnce)
      for (const userId of userIds) this.#stale.set(userId, { ...this.#staleOf(userId), isBeingRead: true })
      await this.followExactly(() => read(userIds))
      for (const userId of userIds) {
        const { messages, isBeingRead } = this.#staleOf(userId)
        if (!isBeingRead) continue
        this.#stale.delete(userId)
        for (const message of messages) this.#sendTo(userId, message)
      }
    }
  }

  /** Calls `listener` before connections get a message on a topic. */
  onPublish(listener: (topic: string) => void): void {
    this.#onPublish = listener
  }

  /** Calls `listener` when the settings of the site have changed. */
  onSite(listener: () => void): void {
    this.#onSite = listener
  }

  /** Calls the listener of `onPublish` without sending a message. */
  changeOutside(topic: string): void {
    this.#onPublish(topic)
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

  /** Makes a new connection follow the loaded topics. Null means that the session has ended. */
  async followAll(connection: Connection, load: () => Promise<Set<string> | null>): Promise<void> {
    if (!this.#connections.isOpen(connection)) return
    const gaps = this.#gaps
    const { loaded, changes } = await this.#loads.run(load)
    if (loaded === null) return this.#close(connection.userId, closeCodes.sessionEnded, connection.session)
    for (const topic of applyChanges(connection.userId, loaded, changes))
      this.#connections.follow(connection, topic)
    if (this.#gaps !== gaps) this.#markStale(connection.userId, fetchAgain)
  }

  /** Commands may have been missed, so what is being loaded for new connections may be too old. */
  missCommands(): void {
    this.#gaps++
  }

  /**
   * Makes users follow exactly the loaded topics, except for changes during the load. Concurrent calls run one after the other, so
   * that an older result of `load` cannot replace a newer result.
   */
  followExactly(load: () => Promise<Map<string, Set<string>>>): Promise<void> {
    return this.#oneCorrection(async () => {
      const { loaded, changes } = await this.#loads.run(load)
      for (const [userId, topics] of loaded)
        this.#connections.correct(userId, applyChanges(userId, topics, changes))
    })
  }

  refetch(userId: string): void {
    this.#sendTo(userId, fetchAgain)
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

  #markStale(userId: string, message?: LiveMessage): void {
    if (this.countOf(userId) === 0) return
    const messages = [...this.#staleOf(userId).messages, ...(message ? [message] : [])]
    this.#stale.set(userId, { messages, isBeingRead: false })
    this.#onStale()
  }

  #staleOf(userId: string): Stale {
    return this.#stale.get(userId) ?? { messages: [], isBeingRead: false }
  }

  #sendTo(userId: string, message: LiveMessage): void {
    const stale = this.#stale.get(userId)
    if (stale) stale.messages.push(message)
    else this.#send(this.#connections.of(userId), message)
  }

  #close(userId: string, code: number, session: string | null): void {
    for (const connection of [...this.#connections.of(userId)]) {
      if (session !== null && connection.session !== session) continue
      this.disconnect(connection)
      connection.socket.close(code)
    }
  }

  #send(connections: ReadonlySet<Connection>, message: LiveMessage): void {
    if (connections.size === 0) return
    this.#counts.framesPublished++
    this.#counts.framesDelivered += connections.size
    const frame = encodeFrame(message)
    for (const { socket } of connections) socket.queue(frame)
  }
}
