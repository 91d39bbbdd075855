import { emailOf, password, type SeededUser } from '../server/testing/seed.ts'
import { HttpConnection } from './http-connection.ts'

/** Signs people in, `inFlight` at any time, until it is stopped. Each costs the server a password hash. */
export type SignInTask = { url: string; people: SeededUser[]; inFlight: number }

let done = 0

process.on('message', (task: SignInTask | 'count') => {
  if (task === 'count') process.send?.(done)
  else for (let line = 0; line < task.inFlight; line++) void signInForEver(task)
})

async function signInForEver({ url, people }: SignInTask): Promise<void> {
  const line = new HttpConnection(url)
  for (;;) {
    const { userId } = people[Math.floor(Math.random() * people.length)] as SeededUser
    await line.request('POST', '/api/session', '', JSON.stringify({ email: emailOf(userId), password }))
    done++
  }
}
