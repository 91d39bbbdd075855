import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export class NotPublicError extends Error {
  constructor() {
    super('the address of the push service is not public')
  }
}

/** Returns whether the text is a public address. IPv6 addresses that contain an IPv4 address do not count as public. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast'
}

/** Like `dns.lookup`, but returns only public addresses. So the connection is made to an address that was checked. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses = []) => {
    const allowed = addresses.filter(({ address }) => isPublic(address))
    const [first] = allowed
    if (error) callback(error, [])
    else if (!first) callback(new NotPublicError(), [])
    else if (options.all) callback(null, allowed)
    else callback(null, first.address, first.family)
  })
}
