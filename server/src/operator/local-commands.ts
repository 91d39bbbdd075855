import { acceptSecret } from './accept-secret.ts'
import { backup } from './backup.ts'
import type { LocalCommand } from './command.ts'
import { doctor } from './doctor.ts'
import { moveToPostgres } from './move-to-postgres.ts'
import { restore } from './restore.ts'

export const localCommands: LocalCommand[] = [backup, restore, moveToPostgres, acceptSecret, doctor]
