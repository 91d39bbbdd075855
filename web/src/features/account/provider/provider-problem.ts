import accountTexts from 'texts:account'
import refusalTexts from 'texts:refusal'
import { parseEmail } from '@grouplight/contract/account.ts'
import { type ProviderProblem, providerProblems } from '@grouplight/contract/provider.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'

/** Reads the problem from the fragment of the address. Removes the fragment, so that a reload does not show the text again. */
export function useProviderProblem(providerName: string): string | null {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [text, setText] = useState(() => problemIn(hash, providerName))

  useEffect(() => {
    const arriving = problemIn(hash, providerName)
    if (!arriving) return
    setText(arriving)
    void navigate({ pathname, search }, { replace: true })
  }, [hash, pathname, search, navigate, providerName])

  return text
}

/** The sentence for a visit that could not be started. If the provider is away, it is that of a visit that has failed. */
export function startProblem(error: unknown, name: string): string {
  return problemCode(error) === 'provider-unavailable'
    ? accountTexts['providerProblems.unavailable']({ name })
    : problemText(error)
}

function problemIn(hash: string, name: string): string | null {
  const params = new URLSearchParams(hash.slice(1))
  const problem = params.get('provider') as ProviderProblem | null
  if (!problem || !providerProblems.includes(problem)) return null
  const email = parseEmail(params.get('email') ?? '')
  if (problem === 'not-verified' && email) return accountTexts.notVerified({ name, email })
  if (problem === 'user-disabled') return refusalTexts['user-disabled']
  return accountTexts[`providerProblems.${problem}`]({ name })
}
