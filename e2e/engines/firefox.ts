import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from './browser.ts'
import { Program } from './program.ts'

// Without this setting, a click would not move the focus from the address bar into the page.
const preferences = `user_pref('remote.events.async.mouse.enabled', true);\n`

type Session = { capabilities: { browserVersion: string } }
type Tree = { contexts: { context: string }[] }
type Ran = { result: { value: string }; exceptionDetails?: { text: string } }

/** Starts Firefox without a window and controls it by its built-in WebDriver BiDi. */
export async function startFirefox(): Promise<Browser> {
  const program = new Program('firefox-esr', folder => {
    writeFileSync(join(folder, 'user.js'), preferences)
    return ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port=0', 'about:blank']
  })
  try {
    const send = await connect(await program.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/))
    const { capabilities } = await send<Session>('session.new', { capabilities: {} })
    const [tab] = (await send<Tree>('browsingContext.getTree', {})).contexts
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      async open(url) {
        await send('browsingContext.navigate', { ...tab, url, wait: 'complete' })
      },
      async run(script, ...args) {
        const { result, exceptionDetails } = await send<Ran>('script.callFunction', {
          target: tab,
          functionDeclaration: `async args => JSON.stringify((await (${script})(...JSON.parse(args))) ?? null)`,
          arguments: [{ type: 'string', value: JSON.stringify(args) }],
          awaitPromise: true,
        })
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return JSON.parse(result.value)
      },
      async sendInput(input) {
        await send('input.performActions', { ...tab, actions: [input] })
      },
      close: () => program.stop(),
    }
  } catch (error) {
    await program.stop()
    throw error
  }
}

type Send = <Answer>(method: string, params: object) => Promise<Answer>

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(`${address}/session`)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  socket.onopen = resolve
  socket.onclose = () => reject(new Error('Firefox takes no connection.'))
  await promise
  const waiting = new Map<number, (answer: string) => void>()
  socket.onmessage = ({ data }) => waiting.get(JSON.parse(data).id)?.(data)
  socket.onclose = () => {
    for (const answer of waiting.values()) answer('{"message":"Firefox has ended."}')
  }
  let commands = 0
  return async (method, params) => {
    const id = ++commands
    const answered = new Promise<string>(resolve => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, message } = JSON.parse(await answered)
    waiting.delete(id)
    if (!result) throw new Error(`${method}: ${message}`)
    return result
  }
}
