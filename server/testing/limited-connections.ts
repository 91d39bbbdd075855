import { EventEmitter } from 'node:events'
import { Server, type Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import pino from 'pino'
import { readConfig } from '#platform/config/config.ts'
import { Counts } from '#platform/counts.ts'
import { limitConnections } from '#platform/http/connection-limit.ts'

class FakeSocket extends EventEmitter {
  destroyed = false
  readonly remoteAddress: string
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
}

/** A server whose connections are not real, so that a test can open thousands of them, from any address. */
export function limitedConnections(env: Record<string, string>, proxy?: string) {
  const server = new Server()
  const counts = new Counts()
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: line => void logged.push(line) })
  const config = readConfig(env)
  const except = limitConnections(server, { config, log, counts, isTrusted: compile(proxy ? [proxy] : []) })
  const connect = (address: string) => {
    const socket = new FakeSocket(address)
    server.emit('connection', socket)
    return socket
  }
  return { connect, counts, logged, except: (socket: FakeSocket) => except(socket as unknown as Socket) }
}
