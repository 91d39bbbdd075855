import { checkData } from './check-data.ts'
import type { Command } from './command.ts'
import { listGroups, offerGroup } from './groups.ts'
import { link } from './link.ts'
import { listEmails } from './list-emails.ts'
import { listUsers } from './list-users.ts'
import { mailTest } from './mail-test.ts'
import { sendBackup } from './send-backup.ts'
import {
  addUser,
  announceToAll,
  changeOperator,
  deleteUser,
  disableUser,
  enableUser,
  signOutUser,
  verifyUser,
} from './users.ts'

export const commands: Command[] = [
  listUsers,
  addUser,
  disableUser,
  enableUser,
  signOutUser,
  verifyUser,
  deleteUser,
  changeOperator,
  listGroups,
  offerGroup,
  link,
  announceToAll,
  listEmails,
  mailTest,
  sendBackup,
  checkData,
]
