import type { Member } from '@grouplight/contract/group.ts'
import { nameOf } from '#group/name-of.ts'
import { t } from '#texts/texts.ts'
import classes from './member-list.module.css'

export function MemberName({ member, isCreator }: { member: Member; isCreator: boolean }) {
  return (
    <>
      <bdi>{nameOf(member)}</bdi> {isCreator && <span className={classes.admin}>{t.availability.admin}</span>}
    </>
  )
}
