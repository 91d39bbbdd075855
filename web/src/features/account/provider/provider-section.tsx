import accountTexts from 'texts:account'
import profileTexts from 'texts:profile'
import { unlinkProvider } from '@grouplight/contract/provider.ts'
import type { Site } from '@grouplight/contract/site.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { localDay } from '#texts/date-format.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/section.module.css'
import { hasOwnSignIn } from '#ui/site.ts'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import row from '../action-row.module.css'
import { errorText, withConfirmation } from '../confirmation/with-confirmation.ts'
import { signInMethodsQuery } from '../sign-in-methods.ts'
import { startProblem, useProviderProblem } from './provider-problem.ts'
import { useGoToProvider } from './use-go-to-provider.ts'

type ProviderSectionProps = { className: string; provider: NonNullable<Site['provider']> }

export function ProviderSection({ className, provider: { name } }: ProviderSectionProps) {
  const { data: methods, error } = useQuery({ ...signInMethodsQuery, refetchOnMount: 'always' })
  const problem = useProviderProblem(name)
  const { go, isGoing, error: goingError } = useGoToProvider()
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  const unlinking = useMutation({
    mutationFn: () => withConfirmation(() => call(unlinkProvider)),
    onSuccess: (_, __, ___, { client }) => client.invalidateQueries(signInMethodsQuery),
  })
  const linkedAt = methods?.linkedAt
  const failed = errorText(unlinking.error) ?? (errorText(goingError) && startProblem(goingError, name))

  return (
    <section className={className} aria-labelledby="provider" onFocus={onFocus}>
      <h2 id="provider" ref={heading} tabIndex={-1} className={classes.title}>
        <bdi>{linkedAt ? profileTexts.provider({ name }) : accountTexts.withProvider({ name })}</bdi>
      </h2>
      {!methods && error && <AlertText error={profileTexts.notLoaded({ why: errorText(error) ?? '' })} />}
      {problem && <AlertText error={problem} />}
      {failed && <AlertText error={failed} />}
      {methods && (
        <div className={`spread ${row.row}`}>
          <p className={row.hint}>
            {linkedAt
              ? profileTexts.linkedSince({ day: localDay(linkedAt) })
              : profileTexts.linkHint({ name })}
          </p>
          {!linkedAt && (
            <Button variant="default" pending={isGoing} onClick={() => go('link')}>
              {profileTexts.link}
            </Button>
          )}
          {linkedAt && hasOwnSignIn && (
            <Button
              variant="subtle"
              color="red"
              pending={unlinking.isPending}
              onClick={() => unlinking.mutate()}
            >
              {profileTexts.unlink}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
