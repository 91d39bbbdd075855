import { acceptSecret } from './accept-secret.ts'
import { doctor } from './doctor.ts'
import { moveToPostgres } from './move-to-postgres.ts'
import { restore } from './restore.ts'
import type { LocalVerb } from './verb.ts'

/** What the command line does by itself, beside the server. */
export const localVerbs: LocalVerb[] = [restore, moveToPostgres, acceptSecret, doctor]
