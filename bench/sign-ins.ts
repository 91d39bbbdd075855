import { emailOf, password, type SeededUser } from '../server/testing/seed.ts'
import { HttpConnection } from './http-connection.ts'

/** Signs users in until the process is stopped, `inFlight` at a time. The answer to 'count' is the number of sign-ins. */
export type SignInTask = { url: string; users: SeededUser[]; inFlight: number }

let done = 0

process.on('message', (task: SignInTask | 'count') => {
  if (task === 'count') process.send?.(done)
  else for (let started = 0; started < task.inFlight; started++) void signInWithoutPause(task)
})

async function signInWithoutPause({ url, users }: SignInTask): Promise<void> {
  const connection = new HttpConnection(url)
  for (;;) {
    const { userId } = users[Math.floor(Math.random() * users.length)] as SeededUser
    await connection.request('POST', '/api/session', '', JSON.stringify({ email: emailOf(userId), password }))
    done++
  }
}
