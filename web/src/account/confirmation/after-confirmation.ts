import { problemCode } from '#api/client.ts'
import { createStore } from '#ui/store.ts'

type Question = { onConfirmed: () => void; onCancelled: () => void }

/** The open question for a confirmation, which `ConfirmationDialog` shows. Null if no question is open. */
export const question = createStore<Question | null>(null)

/** Thrown when the question ends without a confirmation, for example because the user cancels. Callers show no message for this error. */
export class NotConfirmed extends Error {}

/** If the server requires a confirmation, asks the user for one and sends again. Throws `NotConfirmed` if the user gives none. */
export async function afterConfirmation<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (problemCode(error) !== 'confirm-first') throw error
  }
  closeQuestion('onCancelled')
  await new Promise<void>((resolve, reject) =>
    question.set({ onConfirmed: resolve, onCancelled: () => reject(new NotConfirmed()) }),
  )
  return send()
}

/** Ends the open question. Does nothing if no question is open. */
export function closeQuestion(end: keyof Question): void {
  const asked = question.get()
  question.set(null)
  asked?.[end]()
}
