import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createDatabaseIfMissing } from './create-database.ts'
import { readyDatabase } from './new-database.ts'

// This program is part of the build. It creates the empty database that the first start of a server copies.
mkdirSync(dirname(readyDatabase), { recursive: true })
await createDatabaseIfMissing(readyDatabase, () => {})
// The user who runs the server may differ from the user who runs the build.
chmodSync(readyDatabase, 0o755)
for (const entry of readdirSync(readyDatabase, { recursive: true, withFileTypes: true }))
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
