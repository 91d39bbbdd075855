import availabilityDialogTexts from 'texts:availability-dialogs'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { moveFocus } from '#ui/menu.tsx'
import { choicesFrom, choiceText, type EndChoice } from './end-choices.ts'
import { lastEnd } from './last-choices.ts'
import classes from './until-when.module.css'

type EndMenuProps = { groupId: string; onChosen: (choice: EndChoice) => void }

export function EndMenu({ groupId, onChosen }: EndMenuProps) {
  const { uid } = useAccount()
  const [choices] = useState(() => choicesFrom(lastEnd(uid, groupId)))
  const [current, setCurrent] = useState(choices[0])
  const menu = useRef<HTMLDivElement>(null)
  // After a tap on 'Other choices', this menu replaces `TimeForm` and its focused button.
  useEffect(() => menu.current?.querySelector('button')?.focus(), [])
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={availabilityDialogTexts.title}
      className={classes.menu}
      onKeyDown={moveFocus}
    >
      {choices.map((choice, at) => (
        <button
          key={choice}
          type="button"
          role="menuitem"
          tabIndex={choice === current ? 0 : -1}
          data-autofocus={at === 0 || undefined}
          onFocus={() => setCurrent(choice)}
          onClick={() => onChosen(choice)}
        >
          {choiceText(choice)}
        </button>
      ))}
    </div>
  )
}
