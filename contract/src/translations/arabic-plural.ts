const rules = new Intl.PluralRules('ar')
const forms = ['zero', 'one', 'two', 'few', 'many', 'other']

/** Returns a number with its noun. `words` has the noun in the order of `forms`. The first three words express the number themselves. */
export function counted(count: number, words: string[]): string {
  const form = forms.indexOf(rules.select(count))
  return form < 3 ? `${words[form]}` : `${count} ${words[form]}`
}
