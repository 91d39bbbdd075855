import { GroupHooksDialog } from '#account/keys-and-hooks.ts'
import { groupTexts } from '#texts/group/group-texts.ts'
import { Button } from '#ui/button.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.ts'
import classes from './group-form.module.css'

export function HooksButton({ groupId }: { groupId: string }) {
  const { opened, open, close } = useLazyDialog(GroupHooksDialog)
  return (
    <section className={classes.form}>
      <h3>{groupTexts.hooks}</h3>
      <p className={classes.hint}>{groupTexts.hooksHint}</p>
      <Button variant="default" onClick={open}>
        {groupTexts.showHooks}
      </Button>
      {opened !== undefined && <GroupHooksDialog groupId={groupId} opened={opened} onClose={close} />}
    </section>
  )
}
