const rules = new Intl.PluralRules('ar')
const forms = ['zero', 'one', 'two', 'few', 'many', 'other']
export type Forms = [zero: string, one: string, two: string, few: string, many: string, other: string]

/** Returns a number with its noun. The words for zero, one and two contain the number. */
export function counted(count: number, words: Forms): string {
  const form = forms.indexOf(rules.select(count))
  return form < 3 ? `${words[form]}` : `${count} ${words[form]}`
}
