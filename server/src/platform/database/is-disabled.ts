import { type SQL, sql } from 'drizzle-orm'

/** A condition in SQL. `userId` is an SQL expression. What a disabled user has made rests until the user is enabled. */
export function isDisabled(userId: SQL): SQL {
  return sql`exists (select from users owner where owner.uid = ${userId} and owner.disabled_at is not null)`
}

/** A condition in SQL: the creator of the group is disabled. `groupId` is an SQL expression. */
export function isCreatorDisabled(groupId: SQL): SQL {
  return isDisabled(sql`(select made.created_by from groups made where made.id = ${groupId})`)
}
