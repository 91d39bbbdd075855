import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import type { Counts } from '#platform/counts.ts'
import { isLoopbackAddress } from '#platform/network/from-this-machine.ts'
import { networkOf } from '#platform/network/network-address.ts'

type Parts = { config: Config; log: Logger; counts: Counts } & {
  isTrusted: (address: string, hop: number) => boolean
}

const warningPauseMs = 60_000

/**
 * Limits the open connections, in all and for each network. Connections of trusted proxies and of this machine count only in all, because
 * their clients have other addresses. The returned function excepts a connection from now on: live connections have a limit for each user.
 */
export function limitConnections(
  server: Server,
  { config: { limits }, log, counts, isTrusted }: Parts,
): (socket: Duplex) => void {
  const networks = new Map<string, number>()
  const networkOfSocket = new Map<Duplex, string | null>()
  let warnedAt = Number.NEGATIVE_INFINITY

  // The listener of the HTTP server would read from the connection first.
  server.prependListener('connection', (socket: Socket) => {
    const network = countedNetworkOf(socket.remoteAddress)
    const ofNetwork = network === null ? 0 : (networks.get(network) ?? 0)
    if (networkOfSocket.size >= limits.connections || ofNetwork >= limits.connectionsPerIp)
      return refuse(socket)
    networkOfSocket.set(socket, network)
    if (network !== null) networks.set(network, ofNetwork + 1)
    socket.once('close', () => release(socket))
  })
  return release

  function countedNetworkOf(address: string | undefined): string | null {
    if (address === undefined || isLoopbackAddress(address) || isTrusted(address, 0)) return null
    return networkOf(address)
  }

  function refuse(socket: Socket): void {
    socket.destroy()
    counts.connectionsRefused++
    const now = performance.now()
    if (now - warnedAt < warningPauseMs) return
    warnedAt = now
    log.warn('connections are refused: see LIMIT_CONNECTIONS and LIMIT_CONNECTIONS_PER_IP')
  }

  function release(socket: Duplex): void {
    const network = networkOfSocket.get(socket)
    if (!networkOfSocket.delete(socket) || !network) return
    const left = (networks.get(network) ?? 0) - 1
    if (left > 0) networks.set(network, left)
    else networks.delete(network)
  }
}
