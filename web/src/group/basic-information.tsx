import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { GroupFacts } from './group-facts.ts'
import classes from './group-form.module.css'

/** What a member who did not create the group sees of its settings: to read, not to change. */
export function BasicInformation({ group }: { group: GroupFacts }) {
  return (
    <section className={classes.form}>
      <h3>Basic Information</h3>
      <TextField label="Group Name" value={group.name} readOnly />
      <TextArea
        label="Description"
        hint="Only the group creator can change these."
        value={group.description}
        readOnly
      />
    </section>
  )
}
