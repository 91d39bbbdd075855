import type { Group } from '@grouplight/contract/group.ts'
import { Textarea, TextInput } from '@mantine/core'
import classes from './group-form.module.css'

/** What a member who did not create the group sees of its settings: to read, not to change. */
export function BasicInformation({ group }: { group: Group }) {
  return (
    <section className={classes.form}>
      <h3>Basic Information</h3>
      <TextInput label="Group Name" value={group.name} readOnly />
      <Textarea label="Description" value={group.description} rows={3} readOnly />
      <p className={classes.hint}>Only the group creator can change these.</p>
    </section>
  )
}
