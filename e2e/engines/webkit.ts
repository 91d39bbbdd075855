import { freePort } from '../../server/testing/free-port.ts'
import type { Browser } from './browser.ts'
import { Program } from './program.ts'

const answersWithinMs = 60_000

type Session = { sessionId: string; capabilities: { browserVersion: string } }

/** Starts WebKitGTK in a window on a virtual display and controls it by WebDriver. */
export async function startWebKit(): Promise<Browser> {
  const display = new Program('Xvfb', () => ['-displayfd', '3', '-screen', '0', '1280x900x24'])
  const programs = [display]
  const close = async () => {
    for (const program of programs.toReversed()) await program.stop()
  }
  try {
    const port = await freePort()
    const driver = new Program('WebKitWebDriver', () => [`--port=${port}`], {
      DISPLAY: `:${await display.waitForOutput(/^(\d+)\n/m)}`,
      // The sandbox of WebKitGTK needs rights that a container lacks. It can be off, because the tests open only pages of the
      // site.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    })
    programs.push(driver)
    await driver.waitForServer(`http://127.0.0.1:${port}/status`)
    const { sessionId, capabilities } = await post<Session>(`http://127.0.0.1:${port}/session`, {
      capabilities: {},
    })
    const session = `http://127.0.0.1:${port}/session/${sessionId}`
    await post(`${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 })
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      async open(url) {
        await post(`${session}/url`, { url })
      },
      run: (script, ...args) =>
        post(`${session}/execute/sync`, { script: `return (${script})(...arguments)`, args }),
      async sendInput(input) {
        await post(`${session}/actions`, { actions: [input] })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function post<Answer>(address: string, body: object): Promise<Answer> {
  const response = await fetch(address, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answersWithinMs),
  })
  const { value } = (await response.json()) as { value: Answer & { error: string; message: string } }
  if (!response.ok) throw new Error(`${address}: ${value.error}: ${value.message}`)
  return value
}
