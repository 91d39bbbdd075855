// Writes the table of docs/settings.md: npm run settings
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isSecret, settings } from '../server/src/platform/config/settings.ts'

const page = resolve(import.meta.dirname, '../docs/settings.md')

/** Returns docs/settings.md with the table of the settings as they are in the code. */
export function settingsPage(): string {
  const rows = [...settings].map(([name, { usual, otherwise, does }]) => {
    const names = isSecret(name) ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
    return `| ${names} | ${otherwise ?? `\`${usual}\``} | ${does} |\n`
  })
  const [words = ''] = readFileSync(page, 'utf8').split('| setting |')
  return `${words}| setting | default | meaning |\n| --- | --- | --- |\n${rows.join('')}`
}

if (import.meta.main) writeFileSync(page, settingsPage())
