import { describe, expect, test } from 'vitest'
import { limitedConnections } from '#testing/limited-connections.ts'

const proxy = '10.0.0.7'

describe('the limit of open connections', () => {
  test('holds for each network by itself, and a closed connection makes room', () => {
    const { connect, counts, logged } = limitedConnections({ LIMIT_CONNECTIONS_PER_IP: '2' })
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
      const { connect } = limitedConnections({ LIMIT_CONNECTIONS_PER_IP: '1' }, proxy)
      expect([connect(address), connect(address)].map(({ destroyed }) => destroyed)).toEqual([false, false])
    },
  )

  test('holds for all connections together, also for those of proxies', () => {
    const { connect } = limitedConnections({ LIMIT_CONNECTIONS: '2' }, proxy)
    const all = [connect(proxy), connect('192.0.2.1'), connect(proxy), connect('192.0.2.2')]
    expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, true, true])
  })

  test('does not count live connections', () => {
    const { connect, except } = limitedConnections({ LIMIT_CONNECTIONS_PER_IP: '1', LIMIT_CONNECTIONS: '1' })
    for (let round = 0; round < 3; round++) {
      const socket = connect('192.0.2.1')
      expect(socket.destroyed).toBe(false)
      except(socket)
    }
  })
})
