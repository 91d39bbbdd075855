import { expect, test } from 'vitest'
import { browserNameOf } from './browser-name.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Chrome (Windows)', `${windows} ${chrome} Safari/537.36`],
  ['Chrome (macOS)', `${mac} ${chrome} Safari/537.36`],
  ['Chrome (Linux)', `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`],
  ['Chrome (ChromeOS)', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
  ['Chrome (Android)', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
  ['Chrome (iPhone)', `${iphone} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`],
  ['Edge (Windows)', `${windows} ${chrome} Safari/537.36 Edg/130.0.0.0`],
  ['Edge (Android)', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 EdgA/130.0.0.0`],
  ['Edge (iPhone)', `${iphone} Version/18.0 EdgiOS/130.2849.80 Mobile/15E148 Safari/605.1.15`],
  ['Opera (Windows)', `${windows} ${chrome} Safari/537.36 OPR/115.0.0.0`],
  ['Firefox (Windows)', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Firefox (Linux)', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Firefox (macOS)', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Firefox (Android)', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
  ['Firefox (iPhone)', `${iphone} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari (macOS)', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`],
  ['Safari (iPhone)', `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`],
  [
    'Safari (iPad)',
    'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  ],
  [
    'Samsung Internet (Android)',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
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
