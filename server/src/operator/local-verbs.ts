import { doctor } from './doctor.ts'
import { restore } from './restore.ts'
import type { LocalVerb } from './verb.ts'

/** What the command line does by itself, beside the server. */
export const localVerbs: LocalVerb[] = [restore, doctor]
