import availabilityTexts from 'texts:availability'
import type { Role } from '#features/group/roles.ts'
import classes from './members.module.css'

export function RoleBadge({ role }: { role: Role | undefined }) {
  return role && <span className={classes.admin}>{availabilityTexts[`role.${role}`]}</span>
}
