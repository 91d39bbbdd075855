import type { ProblemParams } from '@grouplight/contract/problem.ts'
import { anyText } from './text.ts'

/** Returns the sentence about an input that is refused for the reason in `params`. Null if `params` has no reason. */
export function inputText({ reason, label, ...values }: ProblemParams = {}): string | null {
  const word = label ? anyText('en', 'refusal', `label.${label}`, {}) : null
  return reason ? anyText('en', 'refusal', `invalid-input.${reason}`, { ...values, label: word }) : null
}

/** Returns the sentence about the first issue that a schema of the contract has found. */
export function issueText(issue: { message: string; params?: unknown } | undefined): string {
  return inputText(issue?.params as ProblemParams | undefined) ?? issue?.message ?? ''
}
