import { emailOf, password, type SeededUser } from '../server/testing/seed.ts'
import { HttpLine } from './http-line.ts'

/** People who sign in, so many at any time, until the process is stopped: each costs the server a password hash. */
export type SignInTask = { url: string; people: SeededUser[]; inFlight: number }

let done = 0

process.on('message', (task: SignInTask | 'count') => {
  if (task === 'count') process.send?.(done)
  else for (let line = 0; line < task.inFlight; line++) void signInForEver(task)
})

async function signInForEver({ url, people }: SignInTask): Promise<void> {
  const line = new HttpLine(url)
  for (;;) {
    const { userId } = people[Math.floor(Math.random() * people.length)] as SeededUser
    await line.ask('POST', '/api/session', '', JSON.stringify({ email: emailOf(userId), password }))
    done++
  }
}
