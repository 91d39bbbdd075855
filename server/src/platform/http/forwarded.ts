import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Counts } from '#platform/counts.ts'

type Parts = { log: Logger; counts: Counts } & { isTrusted: (address: string, hop: number) => boolean }

/**
 * The returned function removes from the header X-Forwarded-For the ports and everything up to the last invalid address. It
 * counts the requests of untrusted proxies and warns once about them, because limits count all guests behind such a proxy as one
 * client.
 */
export function forwardedHeaderHandler({
  isTrusted,
  log,
  counts,
}: Parts): (request: IncomingMessage) => void {
  let trusted: string | undefined
  return ({ headers, socket: { remoteAddress } }) => {
    const from = headers['x-forwarded-for']
    if (from === undefined && headers.forwarded === undefined) return
    if (remoteAddress !== undefined && remoteAddress !== trusted) {
      if (isTrusted(remoteAddress, 0)) trusted = remoteAddress
      else if (counts.untrustedForwards++ === 0)
        log.warn(
          // The operator must copy this address of a proxy, so it is not shortened like those of clients.
          { proxy: remoteAddress.replace(/^::ffff:(?=\d)/, '') },
          'forwarded headers come from an address that TRUSTED_PROXIES does not name',
        )
    }
    if (from !== undefined) headers['x-forwarded-for'] = addressesIn(String(from)).join(', ')
  }
}

/** Returns the addresses without their ports. Ignores the last invalid address and everything before it. */
export function addressesIn(forwardedFor: string): string[] {
  const hops = forwardedFor.split(',').map(hop => withoutPort(hop.trim()))
  return hops.slice(hops.findLastIndex(hop => isIP(hop) === 0) + 1)
}

function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? []
  return bracketed ?? plain ?? hop
}
