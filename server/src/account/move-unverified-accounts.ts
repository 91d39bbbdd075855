import { sql } from 'drizzle-orm'
import type { Database } from '#database/database.ts'

/**
 * Converts unverified accounts of older server versions into sign-ups. Leaves out disabled accounts, and accounts with memberships
 * or sessions. Runs a single statement, so that emailed links work at every moment.
 */
export async function moveUnverifiedAccounts(database: Database): Promise<void> {
  await database.execute(sql`
    with unverified as (
      delete from users u
      where u.email_verified_at is null and u.disabled_at is null
        and not exists (select 1 from memberships m where m.user_id = u.uid)
        and not exists (select 1 from sessions s where s.user_id = u.uid)
      returning u.uid, u.email, u.display_name, u.password_hash, u.created_at
    ), moved as (
      insert into sign_ups (id, email, display_name, password_hash, created_at)
      select uid, email, display_name, password_hash, created_at from unverified
    )
    insert into sign_up_codes (sign_up_id, purpose, code_hash, expires_at)
    select distinct on (c.user_id, c.purpose) c.user_id, c.purpose, c.code_hash, c.expires_at
    from action_codes c join unverified on unverified.uid = c.user_id
    where c.used_at is null and c.ended_at is null
    order by c.user_id, c.purpose, c.created_at desc`)
}
