import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '#platform/config/mail-settings.ts'

// Proxies tell in these headers, among others, whose request they forward.
const forwardingHeader =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * A forwarded request does not count as local, because a proxy on this machine also connects over the loopback interface. Some proxies
 * send no such header, so a secret needs more protection. Another website could point its host name at this machine (DNS rebinding). Its
 * pages cannot set Host.
 */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  return (
    !Object.keys(headers).some(name => forwardingHeader.test(name)) &&
    isLoopbackHost((headers.host ?? '').replace(/:\d+$/, '')) &&
    isLoopbackAddress(socket.remoteAddress ?? '')
  )
}

export function isLoopbackAddress(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address)
}
