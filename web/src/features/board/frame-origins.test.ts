import { expect, test } from 'vitest'
import { originsIn } from './frame-origins.ts'

test('each address gives its origin, without the path, and repeated origins are left out', () => {
  expect(
    originsIn('https://club.example\n  https://Hall.example:8443/screen?x#y \n\nhttps://club.example/'),
  ).toEqual({
    origins: ['https://club.example', 'https://hall.example:8443'],
    wrong: undefined,
  })
  expect(originsIn(' \n')).toEqual({ origins: [], wrong: undefined })
})

test('http is allowed only for localhost and 127.0.0.1', () => {
  expect(originsIn('http://localhost:8080 http://127.0.0.1').wrong).toBeUndefined()
  expect(originsIn('http://club.example').wrong).toBe('http://club.example')
})

test.each(['club.example', 'https://*.club.example', 'javascript:alert(1)', 'https://', '*', "'none'"])(
  '%s is not a valid origin for a frame',
  text => expect(originsIn(`https://club.example\n${text}`).wrong).toBe(text),
)
