import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Returns the path of Chromium or Chrome. If there is none, installs Chromium (only as root on Debian) or exits. */
export function findChromium() {
  const found = search()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests…')
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
    const installed = search()
    if (installed) return installed
  }
  console.error(
    'The journeys need Chromium: install it (Debian: apt-get install chromium) or name it in CHROMIUM.',
  )
  process.exit(1)
}

function search() {
  const folders = (process.env.PATH ?? '').split(':')
  const candidates = [
    process.env.CHROMIUM,
    ...folders.flatMap(folder => names.map(name => `${folder}/${name}`)),
  ]
  return candidates.find(path => path && existsSync(path))
}
