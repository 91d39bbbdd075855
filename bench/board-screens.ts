import { setTimeout as wait } from 'node:timers/promises'
import type { BoardScreens } from './boards.ts'
import { HttpConnection } from './http-connection.ts'

const pauseMs = 4_500

process.once('message', async ({ url, codes }: BoardScreens) => {
  const screens = codes.map(code => ({ code, tag: '', connection: new HttpConnection(url) }))
  const ask = async (screen: (typeof screens)[0]) => {
    const condition = screen.tag ? `If-None-Match: ${screen.tag}\r\n` : ''
    const { status, etag } = await screen.connection.request('GET', '/api/board', screen.code, '', condition)
    if (status !== 200 && status !== 304) throw new Error(`A board was answered ${status}`)
    screen.tag = etag ?? ''
  }
  for (const screen of screens) await ask(screen)
  process.send?.('shown')
  for (const screen of screens)
    void (async () => {
      for (await wait(Math.random() * pauseMs); ; await wait(pauseMs)) await ask(screen)
    })()
})
