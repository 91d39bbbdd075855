import appTexts from 'texts:app'
import operatorTexts from 'texts:operator'
import {
  changeUserByOperator,
  createUserLink,
  type ListedUser,
  signOutUserByOperator,
} from '@grouplight/contract/operator.ts'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import section from '#ui/section.module.css'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { PersonLinkCard } from './person-link.tsx'
import classes from './site.module.css'
import { useSiteChange } from './site-queries.ts'

type PersonDialogProps = {
  user: ListedUser | undefined
  onClose: () => void
  onDeleted: (name: string) => void
}

/** What can be done for a person. While it fades out, it still shows who was in it. */
export function PersonDialog({ user, ...rest }: PersonDialogProps) {
  const [shown, setShown] = useState(user)
  if (user && user !== shown) setShown(user)
  if (!shown) return null
  return (
    <Dialog
      opened={user !== undefined}
      title={shown.displayName || shown.email}
      onClose={rest.onClose}
      size={520}
    >
      <PersonActions key={shown.id} user={shown} {...rest} />
    </Dialog>
  )
}

type Action = 'link' | 'sign-out' | 'verify' | 'disable' | 'enable' | 'make-operator' | 'stop-operator'

function PersonActions({ user, onDeleted }: PersonDialogProps & { user: ListedUser }) {
  const { uid } = useAccount()
  const [isDeleting, setDeleting] = useState(false)
  const change = useSiteChange((action: Action) => send(user, action))
  const name = user.displayName || user.email
  const isOwn = user.id === uid
  const failed = errorText(change.error)

  return (
    <div className={classes.sheet}>
      <p className={section.hint}>
        <bdi>{user.email}</bdi>
      </p>
      {failed && <AlertText error={appTexts.changeFailed({ why: failed })} />}
      {change.isSuccess && change.variables !== 'link' && (
        <AlertText message={operatorTexts[`done.${change.variables}`]} />
      )}
      {change.data && (
        <PersonLinkCard
          key={change.data.url}
          name={name}
          sets={user.state === 'unverified' ? 'verify' : 'password'}
          {...change.data}
        />
      )}
      <ul className={section.list}>
        {actionsFor(user, isOwn).map(([action, label, hint]) => (
          <li key={action} className={classes.action}>
            <p>{hint}</p>
            <Button variant="default" pending={change.isPending} onClick={() => change.mutate(action)}>
              {label}
            </Button>
          </li>
        ))}
        {!isOwn && (
          <li className={classes.action}>
            <p>{operatorTexts.deleteHint}</p>
            <Button variant="default" onClick={() => setDeleting(true)}>
              {operatorTexts.delete}
            </Button>
          </li>
        )}
      </ul>
      <DeletePersonDialog
        user={user}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => onDeleted(name)}
      />
    </div>
  )
}

/** An operator looks after the own account on the profile, like everybody else. */
function actionsFor(
  { state, isOperator }: ListedUser,
  isOwn: boolean,
): [Action, label: string, hint: string][] {
  if (isOwn) return [['stop-operator', operatorTexts.stopOperator, operatorTexts.stopOwnHint]]
  if (state === 'unverified')
    return [
      ['verify', operatorTexts.verify, operatorTexts.verifyHint],
      ['link', operatorTexts.newLink, operatorTexts.verifyLinkHint],
    ]
  if (state === 'disabled') return [['enable', operatorTexts.enable, operatorTexts.enableHint]]
  return [
    ['link', operatorTexts.newLink, operatorTexts.newLinkHint],
    ['sign-out', operatorTexts.signOut, operatorTexts.signOutHint],
    ['disable', operatorTexts.disable, operatorTexts.disableHint],
    isOperator
      ? ['stop-operator', operatorTexts.stopOperator, operatorTexts.stopOperatorHint]
      : ['make-operator', operatorTexts.makeOperator, operatorTexts.makeOperatorHint],
  ]
}

async function send({ id: userId }: ListedUser, action: Action): Promise<{ url: string | null } | undefined> {
  const params = { userId }
  if (action === 'link') return call(createUserLink, { params })
  if (action === 'sign-out') await call(signOutUserByOperator, { params })
  else await call(changeUserByOperator, { params, body: changes[action] })
}

const changes = {
  verify: { isVerified: true },
  disable: { isDisabled: true },
  enable: { isDisabled: false },
  'make-operator': { isOperator: true },
  'stop-operator': { isOperator: false },
} as const
