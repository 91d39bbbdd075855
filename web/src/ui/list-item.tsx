import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import classes from './section.module.css'

type ItemListProps<Item> = Omit<ComponentProps<'ul'>, 'children'> & {
  items: Item[] | undefined
  children: (item: Item) => ReactNode
}

/** Shows nothing if the items are not loaded yet, or if there are none. */
export function ItemList<Item>({ items, children, ...list }: ItemListProps<Item>) {
  if (!items?.length) return null
  return (
    <ul className={classes.list} {...list}>
      {items.map(item => children(item))}
    </ul>
  )
}

/** The name of an item in a list. The buttons of the item get the same id as their `nameId`. */
export function ItemName({ id, children }: { id: string; children: ReactNode }) {
  return (
    <bdi id={id} className={classes.name}>
      {children}
    </bdi>
  )
}

type ItemButtonProps = ComponentProps<typeof Button> & {
  nameId: string
  isBusy?: boolean
  onClick: () => void
}

/** The accessible name of the button is its text, followed by the name of the item. */
export function ItemButton({ nameId, isBusy, onClick, ...rest }: ItemButtonProps) {
  const id = useId()
  return (
    <Button
      variant="default"
      id={id}
      aria-labelledby={`${id} ${nameId}`}
      pending={isBusy}
      onClick={() => onClick()}
      {...rest}
    />
  )
}

export function RemoveButton(props: ItemButtonProps) {
  return <ItemButton variant="subtle" color="red" {...props} />
}

type ConfirmedRemoveButtonProps = ItemButtonProps & { title: string; question: ReactNode }

/** Asks the question first. `onClick` is called when the user confirms. */
export function ConfirmedRemoveButton({ title, question, onClick, ...rest }: ConfirmedRemoveButtonProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <RemoveButton {...rest} onClick={() => setAsked(true)} />
      <ConfirmDialog
        opened={isAsked}
        title={title}
        message={question}
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          onClick()
        }}
      />
    </>
  )
}
