import profileTexts from 'texts:profile'
import { browserKind } from '@grouplight/contract/browser-kind.ts'
import { addPasskey, startAddingPasskey } from '@grouplight/contract/passkey.ts'
import { withoutIsolates } from '@grouplight/locales/src/direction.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ItemList } from '#ui/list-item.tsx'
import classes from '#ui/section.module.css'
import { hasOwnSignIn, site } from '#ui/site.ts'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { NotConfirmed, withConfirmation } from '../confirmation/with-confirmation.ts'
import { passkeysQuery } from '../sign-in-methods.ts'
import { createPasskey } from './credentials.ts'
import { PasskeyItem } from './passkey-item.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { canUsePasskeys, passkeyText, rememberPasskeyUse } from './passkey-support.ts'

export function PasskeysSection({ className }: { className: string }) {
  const { data: passkeys, error } = useQuery({ ...passkeysQuery, refetchOnMount: 'always' })
  const [isNaming, setNaming] = useState(false)
  const [removed, setRemoved] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  const adding = useMutation({
    mutationFn: async (name: string) => {
      const { options } = await withConfirmation(() => call(startAddingPasskey))
      const response = await createPasskey(options)
      return withConfirmation(() => call(addPasskey, { body: { name, response } }))
    },
    onMutate: () => {
      setNaming(false)
      setRemoved('')
    },
    onSuccess: (_, __, ___, { client }) => {
      rememberPasskeyUse()
      return client.invalidateQueries(passkeysQuery)
    },
  })
  const isRegistered =
    (adding.error as { code?: unknown } | null)?.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  const hasFailed = adding.isError && !(adding.error instanceof NotConfirmed)

  // Where the provider is the only way to sign in, earlier passkeys are useless, but their user must be able to remove them.
  const canAdd = canUsePasskeys && hasOwnSignIn
  if (!hasOwnSignIn && !passkeys?.length && !removed) return null
  return (
    <section className={className} aria-labelledby="passkeys" onFocus={onFocus}>
      <h2 id="passkeys" ref={heading} tabIndex={-1} className={classes.title}>
        {profileTexts.passkeys}
      </h2>
      <p className={classes.hint}>
        {site.provider?.only ? (
          profileTexts.passkeysUnused({ name: site.provider.name })
        ) : (
          <>
            {profileTexts.passkeysHint} {!canUsePasskeys && profileTexts.noPasskeysHere}
          </>
        )}
      </p>
      {!passkeys && error && <AlertText error={profileTexts.notLoaded({ why: problemText(error) })} />}
      <ItemList items={passkeys} aria-labelledby="passkeys">
        {passkey => (
          <PasskeyItem
            key={passkey.id}
            passkey={passkey}
            onRemoved={() => {
              adding.reset()
              setRemoved(passkey.name)
            }}
          />
        )}
      </ItemList>
      {removed && (
        <AlertText message={<Phrase text={profileTexts.passkeyRemoved} name={<bdi>{removed}</bdi>} />} />
      )}
      {adding.isSuccess && (
        <AlertText
          message={<Phrase text={profileTexts.passkeyAdded} name={<bdi>{adding.data.name}</bdi>} />}
        />
      )}
      {hasFailed && (
        <AlertText
          error={passkeyText(
            adding.error,
            isRegistered ? profileTexts.passkeyIsThere : profileTexts.notAdded,
          )}
        />
      )}
      {canAdd && (
        <Button
          variant="default"
          className={classes.start}
          pending={adding.isPending}
          onClick={() => setNaming(true)}
        >
          {profileTexts.addPasskey}
        </Button>
      )}
      <PasskeyNameDialog
        opened={isNaming}
        title={profileTexts.addPasskey}
        name={adding.isError ? adding.variables : thisDeviceName()}
        submit={profileTexts.add}
        action={adding}
        onClose={() => setNaming(false)}
      />
    </section>
  )
}

function thisDeviceName(): string {
  const { browser, system } = browserKind(navigator.userAgent, navigator.maxTouchPoints)
  // The user may edit the name, and a name cannot contain isolates.
  if (browser && system) return withoutIsolates(profileTexts.passkeyOn({ browser, system }))
  return browser ?? system ?? profileTexts.somePasskey
}
