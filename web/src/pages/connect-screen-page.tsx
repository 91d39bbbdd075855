import boardTexts from 'texts:board'
import groupTexts from 'texts:group'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { BoardContentChoice, onlyCounts } from '#features/board/board-content-choice.tsx'
import { ConnectScreenForm } from '#features/board/connect-screen-form.tsx'
import { useAdministeredGroups } from '#features/group/administered-groups.ts'
import { BackToDashboard } from '#features/group/back-to-dashboard.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import form from '#ui/form.module.css'
import { Page } from '#ui/page.tsx'

/** The QR code of a screen at /board opens this page. Nothing is shown on the screen before a tap. */
export function ConnectScreenPage() {
  const code = useLocation().hash.slice(1, 7)
  const groups = useAdministeredGroups()
  const [chosenId, setChosenId] = useState<string>()
  const [shows, setShows] = useState(onlyCounts)
  const groupId = chosenId ?? groups[0]?.id
  return (
    <Page narrow>
      <BackToDashboard />
      <div className={form.form}>
        <h1 tabIndex={-1}>{boardTexts.connectTitle}</h1>
        {groupId ? (
          <>
            <SelectField
              label={boardTexts.connectGroup}
              value={groupId}
              onChange={({ target }) => setChosenId(target.value)}
            >
              <Options
                values={groups.map(({ id }) => id)}
                text={id => groups.find(group => group.id === id)?.name ?? ''}
              />
            </SelectField>
            <BoardContentChoice groupId={groupId} shows={shows} onChange={setShows} />
            <ConnectScreenForm key={groupId} groupId={groupId} shows={shows} code={code} />
          </>
        ) : (
          <p>{groupTexts.none}</p>
        )}
      </div>
    </Page>
  )
}
