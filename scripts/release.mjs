// What a release needs to know about its version. `notes v1.2.3` prints the notes from CHANGELOG.md, and fails if there are none, or if
// the packages have another version. `tags v1.2.3` prints the tags of the image: 1.2.3, 1.2, 1 and latest.
import { readFileSync } from 'node:fs'

const [command, tag = ''] = process.argv.slice(2)
const read = path => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const [, version, major, minor, candidate] = /^v((\d+)\.(\d+)\.\d+(-[\w.]+)?)$/.exec(tag) ?? []
if (!version) fail(`A tag like v1.2.3 is needed, not '${tag}'.`)

if (command === 'notes') console.log(notes())
else if (command === 'tags') console.log(tags().join('\n'))
else fail(`There are 'notes' and 'tags', not '${command}'.`)

function notes() {
  const inPackages = JSON.parse(read('package.json')).version
  if (inPackages !== version) fail(`The packages have the version ${inPackages}, not ${version}.`)
  const sections = read('CHANGELOG.md').split(/^## /m)
  // A version without a date is not released.
  const section = sections.find(text => text.startsWith(`${version}, `))
  if (!section) fail(`CHANGELOG.md has no section '## ${version}, <date>'.`)
  return section.slice(section.indexOf('\n')).trim()
}

/** A candidate like 1.2.3-rc.1 moves no tag that people follow. */
function tags() {
  return candidate ? [version] : [version, `${major}.${minor}`, major, 'latest']
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
