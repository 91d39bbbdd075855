import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createDatabaseIfMissing } from './create-database.ts'
import { prebuiltDatabase } from './new-database.ts'

// This program is part of the build. It creates the empty database that the first start of a server copies.
mkdirSync(dirname(prebuiltDatabase), { recursive: true })
await createDatabaseIfMissing(prebuiltDatabase, () => {})
// The server must be able to read these files, even if it runs as another system user than the build.
chmodSync(prebuiltDatabase, 0o755)
for (const entry of readdirSync(prebuiltDatabase, { recursive: true, withFileTypes: true }))
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
