import { styleText } from 'node:util'
import { renderUnicodeCompact } from 'uqr'

/** What the terminal shows. The last link is also shown as a QR code, unless only this computer can open it. */
export function introduction(appName: string, links: { name: string; url: string }[]): string {
  const last = links.at(-1)?.url ?? ''
  const isOnlyHere = ['localhost', '127.0.0.1'].includes(new URL(last).hostname)
  return [
    '',
    `This is a demo of ${appName}. Its people are made up, and come and go by themselves.`,
    '',
    ...links.map(({ name, url }) => `  ${name}: ${url}`),
    '',
    ...(isOnlyHere
      ? ['Open both links, each in its own browser, and switch.']
      : [
          qrCode(last),
          '',
          'Open the first link here, scan the code with a phone in the same network, and switch.',
        ]),
    'Ctrl+C ends the demo and deletes its data.',
    '',
  ].join('\n')
}

/** Cameras need dark on light, so the colours are set for terminals of both kinds. */
function qrCode(url: string): string {
  const lines = renderUnicodeCompact(url, { border: 2 }).split('\n')
  return lines.map(line => `  ${styleText(['whiteBright', 'bgBlack'], line)}`).join('\n')
}
