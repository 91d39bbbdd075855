import operatorTexts from 'texts:operator'
import { claimSite } from '@grouplight/contract/operator.ts'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { sessionQuery, useAccount } from '#features/account/account-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import form from '#ui/form.module.css'
import { showToast } from '#ui/toast.ts'

/** The first start of a server prints an address with a token. It works once, so the user sees first which account it is for. */
export function ClaimSite() {
  const { displayName, email } = useAccount()
  const navigate = useNavigate()
  const token = useLocation().hash.slice(1)
  const claiming = useMutation({
    mutationFn: () => call(claimSite, { body: { token } }),
    onSuccess: async (_, __, ___, { client }) => {
      showToast('success', operatorTexts.claimed)
      await client.invalidateQueries(sessionQuery)
      void navigate('/site', { replace: true })
    },
  })
  return (
    <div className={form.form}>
      <h1 tabIndex={-1}>{operatorTexts.claimTitle}</h1>
      <p>{operatorTexts.claimHint}</p>
      <p>
        <Phrase text={operatorTexts.claimAs} name={<bdi>{displayName}</bdi>} email={<bdi>{email}</bdi>} />
      </p>
      {claiming.isError && <AlertText error={problemText(claiming.error)} />}
      <Button className={form.save} pending={claiming.isPending} onClick={() => claiming.mutate()}>
        {operatorTexts.claim}
      </Button>
    </div>
  )
}
