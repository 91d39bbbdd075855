import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { createGroupHook, createPersonalHook } from '@grouplight/contract/hook.ts'
import { Webhook } from 'standardwebhooks'
import { expect, vi } from 'vitest'
import type * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { api } from './api.ts'
import type { TestUser } from './test-user.ts'

type PersonalHookInput = z.input<NonNullable<typeof createPersonalHook.body>>
type GroupHookInput = z.input<NonNullable<typeof createGroupHook.body>>

export type HookRequest = { path: string; headers: IncomingHttpHeaders; body: string }

export class HookReceiver {
  respond: (response: ServerResponse, request: HookRequest) => void = response => response.end()
  readonly requests: HookRequest[] = []
  readonly #server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const received = { path: request.url ?? '', headers: request.headers, body }
    this.requests.push(received)
    this.respond(response, received)
  })

  static async open(port = 0): Promise<HookReceiver> {
    const receiver = new HookReceiver()
    await new Promise<void>(resolve => receiver.#server.listen(port, '127.0.0.1', resolve))
    return receiver
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Adds a hook of the user, by default a signed webhook. For other kinds of hooks, `secret` is ''. */
  async add(
    user: TestUser,
    path: string,
    more: Partial<PersonalHookInput> = {},
  ): Promise<{ id: string; secret: string }> {
    await user.ok(api.confirmByPassword, { body: { password: user.password } })
    const { hook, secret } = await user.ok(api.createPersonalHook, {
      body: { ...personalHook, url: this.origin + path, ...more },
    })
    return { id: hook.id, secret: secret ?? '' }
  }

  /** Adds a hook of the group, by default a signed webhook. For other kinds of hooks, `secret` is ''. */
  async addToGroup(
    creator: TestUser,
    groupId: string,
    path: string,
    more: Partial<GroupHookInput> = {},
  ): Promise<{ id: string; secret: string }> {
    const { hook, secret } = await creator.ok(api.createGroupHook, {
      params: { groupId },
      body: { name: 'Lamp', kind: 'webhook', url: this.origin + path, ...more },
    })
    return { id: hook.id, secret: secret ?? '' }
  }

  requestsTo(path: string): HookRequest[] {
    return this.requests.filter(request => request.path === path)
  }

  /** Waits until the path has received exactly `count` requests, and returns them. */
  async waitFor(path: string, count = 1): Promise<HookRequest[]> {
    await vi.waitFor(() => expect(this.requestsTo(path)).toHaveLength(count))
    return this.requestsTo(path)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }
}

/** The input of `createPersonalHook` for a signed webhook, without its address. */
export const personalHook: Omit<PersonalHookInput, 'url'> = {
  name: 'Home',
  kind: 'webhook',
  tellsNotifications: true,
  tellsOwnStatus: false,
}

/** Returns the parsed body of a signed request. Throws if the signature is wrong or its time differs too much from `clock`. */
export function openSigned({ headers, body }: HookRequest, secret: string, clock: Clock): unknown {
  const date = vi.spyOn(Date, 'now').mockReturnValue(clock.now().getTime())
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    date.mockRestore()
  }
}
