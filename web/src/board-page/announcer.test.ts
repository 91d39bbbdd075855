import { expect, test } from 'vitest'
import { createAnnouncer } from './announcer.ts'

test('a change is announced at most every 30 seconds, always with the newest text, and the first text is not announced', () => {
  const announced: string[] = []
  const announce = createAnnouncer(text => announced.push(text))
  const texts: [text: string, second: number][] = [
    ['1 of 3', 0],
    ['1 of 3', 1],
    ['2 of 3', 2],
    ['1 of 3', 3],
    ['3 of 3', 4],
    ['3 of 3', 31],
    ['3 of 3', 32],
    ['3 of 3', 90],
    ['2 of 3', 91],
  ]
  for (const [text, second] of texts) announce(text, 1_000 * second)
  expect(announced).toEqual(['2 of 3', '3 of 3', '2 of 3'])
})
