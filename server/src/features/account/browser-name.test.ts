import { expect, test } from 'vitest'
import { browserNameOf } from './browser-name.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Chrome (ChromeOS)', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
  ['Chrome (iPhone)', `${iphone} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`],
  ['Edge (Android)', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 EdgA/130.0.0.0`],
  ['Edge (iPhone)', `${iphone} Version/18.0 EdgiOS/130.2849.80 Mobile/15E148 Safari/605.1.15`],
  ['Opera (Windows)', `${windows} ${chrome} Safari/537.36 OPR/115.0.0.0`],
  ['Firefox (Linux)', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Firefox (iPhone)', `${iphone} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`],
  [
    'Safari (iPad)',
    'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  ],
  // The User-Agent of an installed web app on an iPhone names no browser.
  ['iPhone', `${iphone} Mobile/15E148`],
  ['curl', 'curl/8.5.0'],
  [null, 'node'],
  [null, '<script>alert(1)</script>'],
  [null, ''],
  [null, undefined],
])('the browser name is %s for the User-Agent %s', (name, userAgent) => {
  expect(browserNameOf(userAgent)).toBe(name)
})
