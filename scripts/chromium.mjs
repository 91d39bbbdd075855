import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Returns the path of Chromium or Chrome, or undefined. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(':')
  const candidates = [
    process.env.CHROMIUM,
    ...folders.flatMap(folder => names.map(name => `${folder}/${name}`)),
  ]
  return candidates.find(path => path && existsSync(path))
}

/** If there is no Chromium, installs it (only as root on Debian) or exits. */
export function requireChromium() {
  if (!findChromium() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installChromium()
  const found = findChromium()
  if (found) return found
  console.error('Chromium is needed: install it (Debian: apt-get install chromium) or name it in CHROMIUM.')
  process.exit(1)
}

function installChromium() {
  console.log('Installing Chromium…')
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  execFileSync('apt-get', ['update', '-q'], quiet)
  execFileSync(
    'apt-get',
    ['install', '-qy', '--no-install-recommends', 'chromium', 'fonts-noto-core', 'fonts-noto-color-emoji'],
    quiet,
  )
}
