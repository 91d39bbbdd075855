// Makes a process a newer version of the program, with the migrations in the folder NEWER_MIGRATIONS: see newer-version.ts.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/database/migration-files.ts')) return loaded
    const source = String(loaded.source)
      .replace(/(?<=const migrationsFolder = ).*/, JSON.stringify(process.env.NEWER_MIGRATIONS))
      .replace(/(?<=const oldestCompatibleSchema = ).*/, `knownVersions().at(-1)`)
    return { ...loaded, source }
  },
})
