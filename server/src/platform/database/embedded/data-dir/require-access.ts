import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '#platform/config/operator-error.ts'

const { R_OK, W_OK, X_OK } = constants

export function requireAccess(dataDir: string): void {
  for (const [path, mode] of [
    [dataDir, R_OK | W_OK | X_OK],
    [join(dataDir, 'pgdata'), R_OK | W_OK | X_OK],
    [join(dataDir, 'lock.sqlite'), R_OK | W_OK],
  ] as const) {
    try {
      accessSync(path, mode)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EACCES') throw new OperatorError(refusal(dataDir, path))
      if (code !== 'ENOENT') throw error
    }
  }
}

function refusal(dataDir: string, path: string): string {
  const [user, owner] = [process.getuid?.(), statSync(path).uid]
  return (
    `${path} cannot be written by user ${user}, who runs this server: it belongs to user ${owner}. Change its owner ` +
    `(chown -R ${user} ${dataDir}), or run the server as user ${owner} (docker run --user ${owner}). ` +
    `In a container, change the owner of the folder or volume that is mounted at ${dataDir}.`
  )
}
