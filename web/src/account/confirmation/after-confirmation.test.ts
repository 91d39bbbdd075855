import { expect, test, vi } from 'vitest'
import { ProblemError } from '#api/client.ts'
import { afterConfirmation, closeQuestion, NotConfirmed, question } from './after-confirmation.ts'

const refusal = (code: ProblemError['code']) => new ProblemError({ code, status: 403, message: '' })

test('a request that needs a confirmation is sent again when the user has confirmed', async () => {
  const send = vi.fn().mockRejectedValueOnce(refusal('confirm-first')).mockResolvedValueOnce('done')
  const answer = afterConfirmation(send)
  await vi.waitFor(() => expect(question.get()).not.toBeNull())
  expect(send).toHaveBeenCalledOnce()
  closeQuestion('onConfirmed')
  expect(await answer).toBe('done')
  expect(question.get()).toBeNull()
})

test('a request that needs a confirmation is given up when the user cancels', async () => {
  const send = vi.fn().mockRejectedValue(refusal('confirm-first'))
  const answer = afterConfirmation(send)
  await vi.waitFor(() => expect(question.get()).not.toBeNull())
  closeQuestion('onCancelled')
  await expect(answer).rejects.toThrow(NotConfirmed)
  expect(send).toHaveBeenCalledOnce()
})

test('a new question for a confirmation cancels the previous one', async () => {
  const first = afterConfirmation(() => Promise.reject(refusal('confirm-first')))
  const refused = expect(first).rejects.toThrow(NotConfirmed)
  await vi.waitFor(() => expect(question.get()).not.toBeNull())
  const send = vi.fn().mockRejectedValueOnce(refusal('confirm-first')).mockResolvedValueOnce('done')
  const second = afterConfirmation(send)
  await refused
  closeQuestion('onConfirmed')
  expect(await second).toBe('done')
})

test('after a refusal for another reason the user is not asked to confirm', async () => {
  await expect(afterConfirmation(() => Promise.reject(refusal('unreachable')))).rejects.toThrow(ProblemError)
  expect(question.get()).toBeNull()
})
