import { announceToAll } from './announce.ts'
import { link } from './link.ts'
import { listUsers } from './list-users.ts'
import { deleteUser, disableUser, enableUser, verifyUser } from './users.ts'
import type { Verb } from './verb.ts'

/** Everything the operator's command line can do, in the order of its usage. */
export const verbs: Verb[] = [listUsers, disableUser, enableUser, verifyUser, deleteUser, link, announceToAll]
