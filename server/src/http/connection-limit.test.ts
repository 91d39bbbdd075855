import { EventEmitter } from 'node:events'
import { Server, type Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { Counts } from '#metrics/counts.ts'
import { limitConnections } from './connection-limit.ts'

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

const proxy = '10.0.0.7'

function limited(env: Record<string, string>) {
  const server = new Server()
  const counts = new Counts()
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: line => void logged.push(line) })
  const config = readConfig(env)
  const except = limitConnections(server, { config, log, counts, isTrusted: compile([proxy]) })
  const connect = (address: string) => {
    const socket = new FakeSocket(address)
    server.emit('connection', socket)
    return socket
  }
  return { connect, counts, logged, except: (socket: FakeSocket) => except(socket as unknown as Socket) }
}

describe('the limit of open connections', () => {
  test('holds for each network by itself, and a closed connection makes room', () => {
    const { connect, counts, logged } = limited({ LIMIT_CONNECTIONS_PER_IP: '2' })
    const [first] = [connect('2001:db8:1:2::1'), connect('2001:db8:1:2:9::2')]
    expect(connect('2001:db8:1:2:8::3').destroyed).toBe(true)
    expect(connect('2001:db8:1:3::1').destroyed).toBe(false)
    first.destroy()
    expect(connect('2001:db8:1:2::4').destroyed).toBe(false)
    expect(connect('2001:db8:1:2::5').destroyed).toBe(true)
    expect(counts.connectionsRefused).toBe(2)
    expect(logged).toHaveLength(1)
    expect(logged[0]).not.toContain('2001:db8')
  })

  test.each([proxy, '127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'does not hold for the network of %s, whose connections have clients elsewhere',
    address => {
      const { connect } = limited({ LIMIT_CONNECTIONS_PER_IP: '1' })
      expect([connect(address), connect(address)].map(({ destroyed }) => destroyed)).toEqual([false, false])
    },
  )

  test('holds for all connections together, also for those of proxies', () => {
    const { connect } = limited({ LIMIT_CONNECTIONS: '2' })
    const all = [connect(proxy), connect('192.0.2.1'), connect(proxy), connect('192.0.2.2')]
    expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, true, true])
  })

  test('does not count live connections', () => {
    const { connect, except } = limited({ LIMIT_CONNECTIONS_PER_IP: '1', LIMIT_CONNECTIONS: '1' })
    for (let round = 0; round < 3; round++) {
      const socket = connect('192.0.2.1')
      expect(socket.destroyed).toBe(false)
      except(socket)
    }
  })
})
