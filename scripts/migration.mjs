import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { install, root, run } from './prepare.mjs'

// Compares `schema.ts` with the newest snapshot, and writes the difference as the next migration: npm run migration -- --name what-it-does
const node = install()
run(node, ['../node_modules/drizzle-kit/bin.cjs', 'generate', ...process.argv.slice(2)], {
  cwd: join(root, 'server'),
})
// drizzle-kit reads only the newest snapshot.
const folder = join(root, 'server/src/platform/database/migrations/meta')
const snapshots = readdirSync(folder).filter(name => name.endsWith('_snapshot.json'))
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(folder, name))
